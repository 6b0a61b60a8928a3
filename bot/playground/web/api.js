/** What a person does on the page, sent to the playground, which tells the app as Slack would. */

const GONE = "The playground is not answering. Is it still running?";

export class NotDone extends Error {}

/** `act(verb, body)` does something as somebody; raises NotDone with a sentence for the person. */
export function createApi(root) {
  async function act(verb, body) {
    let response;
    try {
      response = await fetch(`${root}do/${verb}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
    } catch {
      throw new NotDone(GONE);
    }
    const answer = await response.json().catch(() => ({}));
    if (!response.ok || answer.ok === false) {
      throw new NotDone(answer.error || `That did not work (${response.status}).`);
    }
    return answer;
  }
  return { act };
}
