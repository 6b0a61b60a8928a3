/** Says aloud, to screen readers, and for a while on the screen, what one might miss. */

import { el, icon } from "./dom.js";

const TOAST_SECONDS = 8;

export function createAnnouncer(region) {
  return function announce(words) {
    region.replaceChildren(el("p", {}, words));
  };
}

export function createToasts(host) {
  return function tell(words) {
    const close = el(
      "button",
      {
        type: "button",
        class: "tool",
        "aria-label": "Dismiss",
        on: { click: () => toast.remove() },
      },
      icon("close"),
    );
    const toast = el(
      "div",
      { class: "toast", role: "alert" },
      icon("warning"),
      el("span", {}, words),
      close,
    );
    host.replaceChildren(toast);
    setTimeout(() => toast.remove(), TOAST_SECONDS * 1000);
  };
}

/** The new messages of others since the last look, as one sentence. Pure. */
export function newsOf(messages, since, me, people) {
  const fresh = messages.filter((each) => Number(each.ts) > Number(since) && each.user !== me);
  return fresh
    .slice(-2)
    .map((each) => `${people.get(each.user)?.real_name ?? "Somebody"}: ${plain(each.text, people)}`)
    .join(". ");
}

function plain(text, people) {
  const named = (text ?? "").replace(/<@(\w+)[^>]*>/g, (_, id) => people.get(id)?.real_name ?? id);
  const bare = named.replace(/<[^|>]*\|([^>]*)>/g, "$1").replace(/[<>]/g, "");
  // Marks stand around words: `scale_service` keeps what is inside of one.
  const words = bare.replace(/(?<![\w])[*_~`]+|[*_~`]+(?![\w])/g, "");
  return words.length > 160 ? `${words.slice(0, 160)}…` : words;
}
