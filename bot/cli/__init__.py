"""`signoff`: the commands, and nothing of what they do.

Every command imports what it needs when it runs, after the settings are known to be right: asking
for help is quick, and so is hearing about a mistake.
"""

import asyncio
import sys
from collections.abc import Coroutine
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal
from urllib.parse import urlsplit

import typer

from bot.cli.problems import Problem, explain

if TYPE_CHECKING:
    from bot.settings import Settings

app = typer.Typer(
    name="signoff",
    help="Agents in Slack that act once a teammate signs off.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
audit = typer.Typer(rich_markup_mode=None)
app.add_typer(audit, name="audit")


def main() -> None:
    """The console script. What goes wrong is one line, never a traceback."""
    try:
        app()
    except Exception as error:  # noqa: BLE001 - the last place that can turn it into words
        problem = explain(error)
        typer.echo(f"signoff: {problem.text}", err=True)
        raise SystemExit(problem.code) from None


@app.command()
def demo(
    port: Annotated[int, typer.Option(help="Port of the page; 0 picks a free one.")] = 3333,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
) -> None:
    """Try everything on this machine: no account, no key, no network."""
    settings = _settings()
    from bot.demo import demo as run

    _run(run(settings, port=port, browser=browser))


@app.command()
def serve(
    worker: Annotated[bool, typer.Option(help="Also run agents in this process.")] = True,
    until_stdin_ends: Annotated[bool, typer.Option("--until-stdin-ends", hidden=True)] = False,
) -> None:
    """Run the bot: Socket Mode when SLACK_APP_TOKEN is set, else HTTP."""
    from bot.settings import check_slack

    if until_stdin_ends:
        from bot.lifetime import stop_with

        stop_with(sys.stdin.fileno())

    settings = _settings()
    check_slack(settings, front=True)
    from bot.app import serve as run

    _run(run(settings, worker=worker))


@app.command()
def worker() -> None:
    """Run agents only; any number of workers may share one Redis."""
    from bot.settings import check_slack

    settings = _settings()
    check_slack(settings, front=False)
    from bot.app import work

    _run(work(settings))


@app.command()
def doctor() -> None:
    """Check tokens, scopes, manifest, Redis, model, agent and policies."""
    from bot.doctor import examine, table, would_fail, wrong_setting
    from bot.errors import SettingsError

    try:
        findings = asyncio.run(examine(_settings()))
    except SettingsError as error:
        findings = [wrong_setting("environment", error)]
    typer.echo(table(findings))
    if would_fail(findings):
        raise typer.Exit(1)


@app.command()
def manifest(
    url: Annotated[
        str | None, typer.Option(help="Public https:// address of the bot, for HTTP mode.")
    ] = None,
    socket: Annotated[
        bool, typer.Option("--socket", help="For Socket Mode (the default).")
    ] = False,
) -> None:
    """Print the manifest to create the Slack app from."""
    from bot.manifest import as_yaml
    from bot.manifest import manifest as document

    if url is not None and socket:
        raise typer.BadParameter("choose one of --url and --socket")
    if url is not None and not (url.startswith("https://") and urlsplit(url).hostname):
        raise typer.BadParameter("Slack only sends to https:// addresses", param_hint="--url")
    settings = _settings()
    made = document(command=settings.command, url=url, example=settings.agent is None)
    typer.echo(as_yaml(made), nl=False)


@app.command()
def runs(
    limit: Annotated[int, typer.Option(min=1, max=200, help="How many at most.")] = 20,
) -> None:
    """List the latest runs, and what waits for an approval."""
    settings = _settings()
    from bot.cli.lookup import list_runs

    typer.echo(asyncio.run(list_runs(settings, limit=limit)))


@app.command()
def show(
    run: Annotated[str, typer.Argument(metavar="RUN", help="Id of a run or of an approval.")],
) -> None:
    """Show a run, its approvals and what happened in it."""
    settings = _settings()
    from bot.cli.lookup import show_run

    typer.echo(asyncio.run(show_run(settings, run)))


@audit.callback(invoke_without_command=True)
def latest(
    context: typer.Context,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="How many entries at most.")] = 20,
) -> None:
    """Who asked, saw, decided and ran what: without a command, the latest of it."""
    if context.invoked_subcommand is not None:
        return
    settings = _settings()
    from bot.cli.audit import latest as entries

    typer.echo(asyncio.run(entries(settings, limit=limit)))


@audit.command()
def export(
    kind: Annotated[
        Literal["jsonl", "csv"], typer.Option("--format", help="JSON Lines or CSV.")
    ] = "jsonl",
    since: Annotated[
        str, typer.Option(help="Begin there: a day (2026-01-31) or a length of time (7d).")
    ] = "",
    output: Annotated[Path | None, typer.Option(help="A file; standard output if none.")] = None,
    keep: Annotated[
        str, typer.Option(help="Afterwards drop what is exported and older than this (400d).")
    ] = "",
) -> None:
    """Write down who asked, saw, decided and ran what, so that it can be verified."""
    settings = _settings()
    from bot.cli.audit import export as write

    with output.open("wb") if output else nullcontext(sys.stdout.buffer) as out:
        count, days = asyncio.run(write(settings, out, kind=kind, since=since, keep=keep))
    dropped = f", {days} days dropped" if keep else ""
    typer.echo(f"{_entries(count)}{dropped}", err=True)


@audit.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What audit export wrote.")],
) -> None:
    """Check an exported audit, without the bot or its store."""
    from bot.cli.audit import check

    verdict = check(file)
    for fault in verdict.faults:
        typer.echo(fault)
    if verdict.faults:
        raise typer.Exit(1)
    found = (
        f"whole and in order; the last is {verdict.last}"
        if verdict.entries
        else "so nothing to verify"
    )
    typer.echo(f"{_entries(verdict.entries)}, {found}")


def _entries(count: int) -> str:
    return "1 entry" if count == 1 else f"{count} entries"


def _settings() -> "Settings":
    from bot.log import write_log
    from bot.settings import Settings

    settings = Settings.load()
    write_log(settings.log, settings.log_level)
    return settings


def _run(program: Coroutine[Any, Any, None]) -> None:
    try:
        asyncio.run(program)
    except KeyboardInterrupt:
        raise Problem("stopped before it had started", code=130) from None
