/** Three steps for somebody who has never seen this: ask, act as an approver, approve. */

import { el, icon } from "./dom.js";
import { isAppDirect, message } from "./selectors.js";

/**
 * Which of the steps are done. Pure.
 *
 * Waiting: a card asks for approval. Switched: an approver is acting. Approved: a card on which
 * Approve was pressed no longer asks. A later step ticks the earlier ones off.
 */
export function progress({ waiting, actingAs, approved }) {
  const switched = approved || (waiting && actingAs === "approver");
  return [waiting || approved, switched, approved];
}

/** Whether somebody wrote to the app: by its name, or in a conversation with it. Pure. */
export function hasAsked(state) {
  const app = state.app.user_id;
  const direct = new Set(
    state.channels.filter((each) => isAppDirect(each, app)).map((each) => each.id),
  );
  const all = Object.values(state.messages).flat();
  return all.some(
    (each) => !each.bot_id && (direct.has(each.channel) || each.text?.includes(`<@${app}>`)),
  );
}

/** Whether a card asks for approval. Pure. */
export const isWaiting = (state) => Object.values(state.messages).flat().some(asks);

/** Whether the card on which Approve was pressed has lost that button. Pure. */
export function isApproved(state, approving) {
  const card = approving && message(state, approving.channel, approving.ts);
  return Boolean(card) && !asks(card);
}

const asks = ({ bot_id, blocks }) =>
  Boolean(bot_id) &&
  (blocks ?? [])
    .flatMap((block) => block.elements ?? [])
    .some((each) => String(each.text?.text ?? "").startsWith("Approve"));

/** What can be tried next; of an agent without the fleet nobody knows what it does. Pure. */
export function prompts(appName, command, { waiting, approved, fleet }) {
  if (approved) {
    const next = `@${appName} scale search in prod to 9, restart mailer in prod`;
    return [...(fleet ? [next] : []), `${command} pending`];
  }
  if (waiting) return [];
  if (!fleet) return [`@${appName} what can you do?`, `${command} help`];
  return [
    `@${appName} restart payments in staging`,
    `@${appName} what is running?`,
    `${command} status`,
  ];
}

export function createGuide(host, { onClose }) {
  let shown = "";
  return function update({ done, approver, bystander, appName, fleet, closed }) {
    host.hidden = closed;
    const mark = JSON.stringify([done, approver, bystander, appName, fleet]);
    if (closed || mark === shown) return;
    shown = mark;
    const words = [
      ["Ask", `@${appName} ${fleet ? "to restart something" : "for something it may not do alone"}`],
      ["Switch", approver ? `“act as” to ${approver}` : "“act as” to an approver"],
      ["Approve", "the card in the thread"],
    ];
    const current = done.indexOf(false);
    const steps = words.map(([verb, rest], index) =>
      step(verb, rest, index, done[index], index === current),
    );
    const finished = done.every(Boolean);
    const close = el(
      "button",
      { type: "button", class: "tool", "aria-label": "Hide these steps", on: { click: onClose } },
      icon("close"),
    );
    const title = finished
      ? el(
          "p",
          { class: "guide-end" },
          icon("check"),
          bystander
            ? `Signed off. Ask for more, and try to approve it as ${bystander}.`
            : "Signed off.",
        )
      : null;
    host.replaceChildren(title ?? el("ol", { class: "steps" }, steps), close);
  };
}

function step(verb, rest, index, done, current) {
  const state = done ? "done" : current ? "current" : "later";
  return el(
    "li",
    { class: `step step-${state}`, "aria-current": current ? "step" : null },
    el("span", { class: "step-sign" }, done ? icon("check") : String(index + 1)),
    el(
      "span",
      { class: "step-words" },
      el("strong", {}, verb),
      " ",
      el("span", { class: "step-rest" }, rest),
    ),
    done && el("span", { class: "unseen" }, "(done)"),
  );
}
