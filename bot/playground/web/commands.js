/** The subcommands of the app's slash command, for whoever types it. */

export const SUBCOMMANDS = [
  ["ask", "…", "start something in this channel"],
  ["status", "", "what is going on"],
  ["list", "", "the latest runs"],
  ["pending", "", "what waits for a decision"],
  ["show", "ID", "everything about a run or an approval"],
  ["cancel", "RUN", "call a run off"],
  ["approve", "ID", "approve without the card"],
  ["reject", "ID [reason]", "reject, and say why"],
  ["audit", "RUN", "who decided what, and when"],
  ["delegate", "@someone until friday", "somebody decides for you while you are away"],
  ["help", "", "what can be typed"],
].map(([name, takes, what]) => ({ name, takes, what }));

/** `{command, text}` when this is a slash command, null otherwise. */
export function readCommand(typed) {
  const found = /^(\/[\w-]+)(?:\s+(.*))?$/s.exec(typed.trim());
  return found && { command: found[1], text: found[2] ?? "" };
}
