/** A list of messages that keeps the newest in sight while the reader is there, and says so when not. */

import { el, icon } from "./dom.js";
import { keyed } from "./keyed.js";
import { continues, drawMessage } from "./message.js";
import { dayKey, dayName } from "./text/dates.js";

const NEAR = 90;

/** `shortcuts()`: what the app offers for any message, `[{words, run(message)}]`. */
export function createTimeline({ label, onThread = null, shortcuts = () => [] }) {
  const list = el("ol", { class: "messages" });
  const news = el("span");
  const jump = el(
    "button",
    { type: "button", class: "jump", hidden: true, on: { click: () => toNewest({ isNew: true }) } },
    icon("down"),
    news,
  );
  const status = el("div", { class: "typing", "aria-live": "polite" });
  const top = el("div", { class: "timeline-top" });
  const scroller = el(
    "div",
    {
      class: "scroller",
      tabindex: "0",
      role: "region",
      "aria-label": label,
      on: { scroll: scrolled },
    },
    top,
    list,
    status,
  );
  const root = el("div", { class: "timeline" }, scroller, jump);
  let place = null;
  let last = "";
  let typing = "";
  let following = true;
  let position = 0;
  new ResizeObserver(() => following && toNewest()).observe(scroller);

  /** Only going up ends the following: a smaller window moves the end away as well. */
  function scrolled() {
    const wentUp = scroller.scrollTop < position;
    position = scroller.scrollTop;
    const near = scroller.scrollHeight - position - scroller.clientHeight < NEAR;
    following = near || (following && !wentUp);
    if (near) jump.hidden = true;
  }

  /** To its end; one that is taller than the window is read from its head. */
  function toNewest({ isNew = false } = {}) {
    const end = scroller.scrollHeight - scroller.clientHeight;
    const message = list.lastElementChild?.getBoundingClientRect().top ?? Infinity;
    const head = scroller.scrollTop + message - scroller.getBoundingClientRect().top;
    const wanted = Math.min(head, end);
    if (isNew || scroller.scrollTop < wanted) scroller.scrollTop = wanted;
    following = true;
    jump.hidden = true;
  }

  function tell({ is_private }) {
    news.textContent = is_private ? "An answer for you" : "New messages";
    jump.hidden = false;
  }

  /** Said once and not with every change around it. */
  function say(words) {
    if (words !== typing) status.replaceChildren(...(words ? [dots(), words] : []));
    typing = words;
  }

  /** `shown`: {place, viewer, messages, summaries, typing, dividerAfter, scene(message)} */
  function update(shown) {
    const newest = shown.messages.at(-1);
    const isNew = Boolean(newest) && newest.ts !== last;
    scrolled();
    const elsewhere = shown.place !== place;
    const stays = following || elsewhere || (isNew && newest.user === shown.viewer);
    keyed(list, items(shown, { onThread, shortcuts: shortcuts() }));
    say(shown.typing ?? "");
    if (stays) toNewest({ isNew: isNew || elsewhere });
    else if (isNew) tell(newest);
    place = shown.place;
    last = newest?.ts ?? "";
  }

  return { root, top, scroller, update };
}

function items({ messages, summaries = {}, scene, viewer, dividerAfter = null }, offers) {
  const drawn = [];
  messages.forEach((message, index) => {
    const before = messages[index - 1];
    const newDay = dayKey(message.ts) !== (before && dayKey(before.ts));
    if (newDay)
      drawn.push({
        key: `day ${message.ts}`,
        mark: dayName(message.ts),
        draw: () => day(message.ts),
      });
    const joined = !newDay && index !== 1 + (dividerAfter ?? -2) && continues(message, before);
    const summary = summaries[message.ts] ?? null;
    drawn.push({
      key: `message ${message.ts}`,
      mark: JSON.stringify([message, summary, joined, viewer]),
      draw: () => drawMessage(message, scene(message), { summary, joined, ...offers }),
    });
    if (index === dividerAfter && messages.length > 1) {
      const count = messages.length - 1;
      const words = count === 1 ? "1 reply" : `${count} replies`;
      drawn.push({
        key: "replies",
        mark: words,
        draw: () => el("li", { class: "divider-line" }, words),
      });
    }
  });
  return drawn;
}

const day = (ts) => el("li", { class: "divider-line day" }, dayName(ts));

const dots = () => el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"));
