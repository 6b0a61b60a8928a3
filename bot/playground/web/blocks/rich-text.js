/** Rich text: sections, lists, quotes and preformatted text, whose words are never parsed. */

import { el } from "../dom.js";
import { emoji } from "../text/emoji.js";
import {
  broadcastChip,
  channelChip,
  dateNode,
  groupChip,
  styled,
  userChip,
} from "../text/inline.js";
import { link } from "../text/links.js";

export function richText(block, scene) {
  return el(
    "div",
    { class: "block rich-text" },
    block.elements.map((each) => CONTAINERS[each.type]?.(each, scene)),
  );
}

const CONTAINERS = {
  rich_text_section: ({ elements }, scene) =>
    el("div", { class: "rich-line" }, parts(elements, scene)),
  rich_text_quote: ({ elements }, scene) => el("blockquote", {}, parts(elements, scene)),
  rich_text_preformatted: ({ elements }, scene) =>
    el("pre", { class: "pre", tabindex: "0" }, parts(elements, scene)),
  rich_text_list: list,
};

function list({ style, elements, indent = 0, offset = 0 }, scene) {
  const tag = style === "ordered" ? "ol" : "ul";
  const start = tag === "ol" && offset ? offset + 1 : null;
  const level = Math.min(Math.max(Number(indent) || 0, 0), 8);
  const items = elements.map((each) => el("li", {}, parts(each.elements, scene)));
  return el(tag, { class: `indent-${level} rich-list`, start }, items);
}

const parts = (elements, scene) =>
  elements.map((part) => {
    const draw = Object.hasOwn(PARTS, part.type) ? PARTS[part.type] : null;
    return draw ? styled(part.style, draw(part, scene)) : null;
  });

const PARTS = {
  text: ({ text }) => text,
  link: ({ url, text }) => link(url, text || url),
  user: ({ user_id }, scene) => userChip(user_id, scene),
  usergroup: ({ usergroup_id }, scene) => groupChip(usergroup_id, scene),
  channel: ({ channel_id }, scene) => channelChip(channel_id, scene),
  team: ({ team_id }) => el("span", { class: "chip" }, team_id),
  broadcast: ({ range }) => broadcastChip(range),
  emoji: ({ name, unicode }) => emoji(name) ?? fromUnicode(unicode) ?? `:${name}:`,
  date: ({ timestamp, format, fallback, url }) => dateNode(timestamp, format, fallback, url),
  color: ({ value }) => el("code", {}, value),
};

/** `1f44d-1f3fd` as Slack writes code points. */
function fromUnicode(points) {
  const numbers = String(points ?? "")
    .split("-")
    .map((each) => parseInt(each, 16));
  return numbers.every((n) => n > 0 && n < 0x110000) ? String.fromCodePoint(...numbers) : null;
}
