/** What a person does on the page, sent to the playground, which tells the app as Slack would. */

const GONE = "The playground is not answering. Is it still running?";
const TROUBLE = {
  http_timeout: "The app did not answer in time.",
};

export class NotDone extends Error {}

/**
 * `act(who, deed)` does something as somebody; raises NotDone with a sentence for the person.
 *
 * The deeds are described in `bot/playground/page`. What the app answered badly or too late counts
 * as not done, as in Slack's own client.
 */
export async function act(who, deed) {
  let response;
  try {
    response = await fetch("playground/act", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ as: who, deed }),
    });
  } catch {
    throw new NotDone(GONE);
  }
  const body = await response.json().catch(() => ({}));
  if (!response.ok || !body.ok)
    throw new NotDone(sentence(body.problem) || `That did not work (${response.status}).`);
  const { status = 200, problem = null } = body.answer ?? {};
  if (problem || status >= 300)
    throw new NotDone(TROUBLE[problem] ?? `The app could not take that (${problem ?? status}).`);
}

function sentence(words) {
  if (!words) return "";
  const end = /[.!?…]$/.test(words) ? "" : ".";
  return words.charAt(0).toUpperCase() + words.slice(1) + end;
}
