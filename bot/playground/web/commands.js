/** The subcommands of the app's slash command, for whoever types it. */

export const SUBCOMMANDS = [
  ["status", "", "how the newest run, or the one named, is doing"],
  ["list", "", "runs of this channel"],
  ["pending", "", "what waits for a decision"],
  ["ask", "question", "start a run"],
  ["show", "ID", "everything about a run or an approval"],
  ["approve", "ID", "let a call run"],
  ["reject", "ID [reason]", "say no to a call"],
  ["cancel", "RUN", "call a run off"],
  ["audit", "RUN", "who did what, and when"],
  ["help", "", "what there is"],
].map(([name, takes, what]) => ({ name, takes, what }));

/** `{command, text}` when this is a slash command, null otherwise. */
export function readCommand(typed) {
  const found = /^(\/[\w-]+)(?:\s+(.*))?$/s.exec(typed.trim());
  return found && { command: found[1], text: found[2] ?? "" };
}
