/** One message: who, when, what, and what can be done with it. */

import { drawBlocks } from "./blocks/index.js";
import { el, icon } from "./dom.js";
import { avatar } from "./people.js";
import { popupMenu } from "./popup.js";
import { clockTime, fullTime } from "./text/dates.js";
import { emoji } from "./text/emoji.js";
import { link } from "./text/links.js";
import { drawMrkdwn } from "./text/mrkdwn.js";

const QUIET = new Set(["channel_join", "group_join", "channel_leave", "tombstone"]);
const TOGETHER = 300;

/** Whether a message stands under the one before it without name and face of its own. */
export function continues(message, before) {
  return (
    Boolean(before) &&
    before.user === message.user &&
    !message.is_private &&
    !before.is_private &&
    !QUIET.has(before.subtype) &&
    !QUIET.has(message.subtype) &&
    Number(message.ts) - Number(before.ts) < TOGETHER
  );
}

/**
 * `summary`: replies below it, or null; `onThread` opens its thread, or is null inside one.
 * `shortcuts`: `[{words, run(message)}]`.
 */
export function drawMessage(
  message,
  scene,
  { summary = null, joined = false, onThread = null, shortcuts = [] },
) {
  const author = scene.people.get(message.user);
  if (QUIET.has(message.subtype)) return quietLine(message, scene);
  const node = el(
    "li",
    {
      class: classes(message, joined, summary),
      "data-ts": message.ts,
      "data-focus": `message ${message.ts}`,
      tabindex: "-1",
    },
    message.is_private && el("div", { class: "private-note" }, icon("eye"), "Only visible to you"),
    joined
      ? el(
          "time",
          { class: "side-time", title: fullTime(Number(message.ts)) },
          clockTime(message.ts),
        )
      : avatar(author),
    el(
      "div",
      { class: "message-body" },
      joined
        ? el("span", { class: "unseen" }, `${nameOf(author, message)}: `)
        : head(message, author),
      content(message, scene),
      joined && edited(message),
      message.files?.map(drawFile),
      message.reactions?.length ? reactions(message.reactions) : null,
      summary && replies(summary, scene, () => onThread(message)),
    ),
    message.is_private ? null : tools(message, onThread, shortcuts),
  );
  return node;
}

function classes(message, joined, summary) {
  const names = {
    message: true,
    joined,
    private: message.is_private,
    streaming: message.is_streaming,
    "with-replies": Boolean(summary),
  };
  return Object.keys(names)
    .filter((name) => names[name])
    .join(" ");
}

function head(message, author) {
  return el(
    "div",
    { class: "message-head" },
    el("span", { class: "author" }, nameOf(author, message)),
    author?.is_bot && el("span", { class: "badge" }, "app"),
    author?.is_external && el("span", { class: "badge" }, author.team),
    author?.is_guest && el("span", { class: "badge" }, "guest"),
    el("time", { class: "time", title: fullTime(Number(message.ts)) }, clockTime(message.ts)),
    edited(message),
  );
}

const nameOf = (author, message) =>
  author?.real_name ?? message.username ?? message.user ?? "Somebody";

function content(message, scene) {
  const blocks = message.blocks ?? [];
  const body = blocks.length
    ? drawBlocks(blocks, scene)
    : el("div", { class: "block words" }, drawMrkdwn(message.text ?? "", scene));
  return el(
    "div",
    { class: "content" },
    body,
    message.is_streaming &&
      el("span", { class: "caret", role: "img", "aria-label": "still writing" }),
    message.attachments?.map((each) => attachment(each, scene)),
  );
}

/** Of blocks an app has changed Slack does not say so. */
function edited({ edited, bot_id, blocks }) {
  const silent = bot_id && blocks?.length;
  const title = edited && fullTime(Number(edited.ts));
  return edited && !silent && el("span", { class: "edited", title }, "(edited)");
}

function attachment(each, scene) {
  if (each.blocks) return el("div", { class: "attachment" }, drawBlocks(each.blocks, scene));
  return el(
    "div",
    { class: "attachment" },
    each.title &&
      el(
        "div",
        { class: "card-title" },
        each.title_link ? link(each.title_link, each.title) : each.title,
      ),
    el(
      "div",
      { class: "words" },
      drawMrkdwn(each.text ?? (each.title ? "" : (each.fallback ?? "")), scene),
    ),
  );
}

function drawFile(file) {
  const size = file.size > 1024 ? `${Math.round(file.size / 1024)} KB` : `${file.size ?? 0} bytes`;
  return el(
    "div",
    { class: "file" },
    icon("image"),
    el(
      "div",
      {},
      link(file.url_private, file.title || file.name),
      el("div", { class: "hint" }, `${file.name}, ${size}`),
    ),
  );
}

function reactions(all) {
  const drawn = all.map(({ name, count }) =>
    el("span", { class: "reaction", title: `:${name}:` }, `${emoji(name) ?? name} ${count}`),
  );
  return el("div", { class: "reactions" }, drawn);
}

function replies({ count, last, authors }, scene, onClick) {
  return el(
    "button",
    { type: "button", class: "replies", "data-focus": "replies", on: { click: onClick } },
    authors.slice(0, 4).map((id) => avatar(scene.people.get(id), "small")),
    el("span", { class: "replies-count" }, count === 1 ? "1 reply" : `${count} replies`),
    el("span", { class: "replies-last" }, `last at ${clockTime(last)}`),
  );
}

function tools(message, onThread, shortcuts) {
  const reply =
    onThread &&
    el(
      "button",
      {
        type: "button",
        class: "tool",
        title: "Reply in thread",
        "aria-label": "Reply in thread",
        "data-focus": "reply",
        on: { click: () => onThread(message) },
      },
      icon("reply"),
    );
  const items = shortcuts.map(({ words, run }) => ({ words, run: () => run(message) }));
  const more = items.length
    ? popupMenu(
        { class: "tool", title: "More", "aria-label": "More actions", "data-focus": "more" },
        items,
      )
    : null;
  return reply || more ? el("div", { class: "tools" }, reply, more) : null;
}

function quietLine(message, scene) {
  return el("li", { class: "quiet-line", "data-ts": message.ts }, drawMrkdwn(message.text, scene));
}
