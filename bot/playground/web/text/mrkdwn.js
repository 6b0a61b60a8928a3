/**
 * Slack's mrkdwn, read into a tree and drawn.
 *
 * Tree: `{kind: "text"|"bold"|"italic"|"strike"|"code"|"pre"|"quote"|"token"|"address", …}`. Only
 * `&amp;`, `&lt;` and `&gt;` are decoded, once, and after the tokens were found: text that was
 * escaped can never become a mention.
 */

import { el, fragment } from "../dom.js";
import { withEmoji } from "./emoji.js";
import { broadcastChip, channelChip, dateNode, groupChip, userChip } from "./inline.js";
import { link, safeAddress, splitAddresses } from "./links.js";

const STYLES = { "*": "bold", _: "italic", "~": "strike" };
const WORD = /[\p{L}\p{N}]/u;
const DEEPEST = 8;

export function readMrkdwn(text, { verbatim = false } = {}) {
  const parts = [];
  text.split(/```/).forEach((piece, index, all) => {
    const fenced = index % 2 === 1 && index < all.length - 1;
    if (fenced) parts.push({ kind: "pre", text: decode(piece.replace(/^\n|\n$/g, "")) });
    else parts.push(...quotes(index % 2 && !fenced ? "```" + piece : piece, verbatim));
  });
  return parts;
}

export function drawMrkdwn(text, scene, options) {
  return fragment(readMrkdwn(text, options).map((part) => draw(part, scene)));
}

function quotes(text, verbatim) {
  const parts = [];
  for (const line of text.split("\n")) {
    const quoted = /^(?:&gt;|>) ?/.exec(line);
    const last = parts.at(-1);
    const content = quoted ? line.slice(quoted[0].length) : line;
    if (last && last.quoted === Boolean(quoted)) last.lines.push(content);
    else parts.push({ quoted: Boolean(quoted), lines: [content] });
  }
  return parts.flatMap(({ quoted, lines }) => {
    const children = inline(lines.join("\n"), verbatim, 0);
    return quoted ? [{ kind: "quote", children }] : children;
  });
}

function inline(text, verbatim, depth) {
  const parts = [];
  let plain = "";
  const flush = () => {
    if (plain) parts.push(...words(plain, verbatim));
    plain = "";
  };
  for (let at = 0; at < text.length;) {
    const found = special(text, at, verbatim, depth);
    if (found) {
      flush();
      parts.push(found.part);
      at = found.end;
    } else {
      plain += text[at];
      at += 1;
    }
  }
  flush();
  return parts;
}

function special(text, at, verbatim, depth) {
  const sign = text[at];
  if (sign === "<") {
    const end = text.indexOf(">", at);
    if (end <= at + 1) return null;
    return { part: { kind: "token", ...token(text.slice(at + 1, end)) }, end: end + 1 };
  }
  if (sign === "`") {
    const end = text.indexOf("`", at + 1);
    if (end <= at + 1 || text.slice(at, end).includes("\n")) return null;
    return { part: { kind: "code", text: decode(text.slice(at + 1, end)) }, end: end + 1 };
  }
  if (!Object.hasOwn(STYLES, sign) || depth >= DEEPEST) return null;
  const end = closing(text, at, sign);
  if (end < 0) return null;
  const children = inline(text.slice(at + 1, end), verbatim, depth + 1);
  return { part: { kind: STYLES[sign], children }, end: end + 1 };
}

/** Where a style that begins here ends, on the same line and at the edge of a word; -1: nowhere. */
function closing(text, at, sign) {
  const opens =
    !WORD.test(text[at - 1] ?? " ") && /\S/.test(text[at + 1] ?? " ") && text[at + 1] !== sign;
  if (!opens) return -1;
  const line = text.indexOf("\n", at);
  const limit = line < 0 ? text.length : line;
  for (
    let end = text.indexOf(sign, at + 2);
    end >= 0 && end < limit;
    end = text.indexOf(sign, end + 1)
  ) {
    if (/\S/.test(text[end - 1]) && !WORD.test(text[end + 1] ?? " ")) return end;
  }
  return -1;
}

function token(inner) {
  const bar = inner.indexOf("|");
  const [target, label] =
    bar < 0 ? [inner, ""] : [inner.slice(0, bar), decode(inner.slice(bar + 1))];
  const id = target.slice(1);
  if (target.startsWith("@")) return { what: "user", id, label };
  if (target.startsWith("#")) return { what: "channel", id, label };
  if (!target.startsWith("!")) return { what: "link", url: decode(target), label };
  const [name, ...rest] = id.split("^");
  if (name === "subteam") return { what: "group", id: rest[0] ?? "", label };
  if (name === "date")
    return { what: "date", seconds: rest[0], pattern: rest[1] ?? "", url: rest[2], label };
  return { what: "broadcast", range: label || name };
}

function words(text, verbatim) {
  const parts = verbatim ? [{ text }] : splitAddresses(text);
  return parts.map((part) =>
    part.url
      ? { kind: "address", url: decode(part.url) }
      : { kind: "text", text: decode(part.text) },
  );
}

function decode(text) {
  const characters = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };
  return text.replace(/&(?:amp|lt|gt);/g, (entity) => characters[entity]);
}

const DRAW = {
  text: ({ text }) => withEmoji(text),
  address: ({ url }) => link(url),
  code: ({ text }) => el("code", {}, text),
  pre: ({ text }) => el("pre", { class: "pre" }, text),
  quote: ({ children }, scene) =>
    el(
      "blockquote",
      {},
      children.map((each) => draw(each, scene)),
    ),
  bold: ({ children }, scene) =>
    el(
      "strong",
      {},
      children.map((each) => draw(each, scene)),
    ),
  italic: ({ children }, scene) =>
    el(
      "em",
      {},
      children.map((each) => draw(each, scene)),
    ),
  strike: ({ children }, scene) =>
    el(
      "s",
      {},
      children.map((each) => draw(each, scene)),
    ),
  token: (part, scene) => TOKENS[part.what](part, scene),
};

const TOKENS = {
  user: ({ id, label }, scene) => userChip(id, scene, label),
  channel: ({ id, label }, scene) => channelChip(id, scene, label),
  group: ({ id, label }, scene) => groupChip(id, scene, label),
  broadcast: ({ range }) => broadcastChip(range),
  link: ({ url, label }) => (label || safeAddress(url) ? link(url, label || url) : `<${url}>`),
  date: ({ seconds, pattern, url, label }) => dateNode(seconds, pattern, label, url),
};

const draw = (part, scene) => DRAW[part.kind](part, scene);
