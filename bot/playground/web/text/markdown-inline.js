/** The inside of a Markdown paragraph: emphasis, code, links, escapes. */

import { el, fragment } from "../dom.js";
import { withEmoji } from "./emoji.js";
import { link, splitAddresses } from "./links.js";

const DEEPEST = 8;
const MARKS = [
  ["***", ["strong", "em"]],
  ["**", ["strong"]],
  ["__", ["strong"]],
  ["~~", ["s"]],
  ["*", ["em"]],
  ["_", ["em"]],
];
const WORD = /[\p{L}\p{N}]/u;
const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", apos: "'", nbsp: "\u00a0" };

export function drawInline(text, depth = 0) {
  const nodes = [];
  let plain = "";
  const flush = () => {
    if (plain) nodes.push(...words(plain));
    plain = "";
  };
  for (let at = 0; at < text.length;) {
    const found = READERS.map((read) => read(text, at, depth)).find(Boolean);
    if (found) {
      if (typeof found.node === "string") plain += found.node;
      else {
        flush();
        nodes.push(found.node);
      }
      at = found.end;
    } else {
      plain += text[at];
      at += 1;
    }
  }
  flush();
  return fragment(nodes);
}

const READERS = [escaped, entity, code, image, reference, autolink, lineBreak, emphasis];

function escaped(text, at) {
  const next = text[at + 1] ?? "";
  return text[at] === "\\" && /[!-/:-@[-`{-~]/.test(next) ? { node: next, end: at + 2 } : null;
}

function entity(text, at) {
  const found = text[at] === "&" && /^&(#39|\w{2,4});/.exec(text.slice(at, at + 7));
  if (!found || !Object.hasOwn(ENTITIES, found[1])) return null;
  return { node: ENTITIES[found[1]], end: at + found[0].length };
}

function code(text, at) {
  if (text[at] !== "`") return null;
  const ticks = /^`+/.exec(text.slice(at))[0];
  for (
    let end = text.indexOf(ticks, at + ticks.length);
    end >= 0;
    end = text.indexOf(ticks, end + 1)
  ) {
    if (text[end + ticks.length] === "`" || text[end - 1] === "`") continue;
    const inside = text.slice(at + ticks.length, end).replace(/^ (.*\S.*) $/s, "$1");
    return { node: el("code", {}, inside), end: end + ticks.length };
  }
  return { node: ticks, end: at + ticks.length };
}

/** A picture becomes a link to it, as in Slack. */
function image(text, at, depth) {
  return text.startsWith("![", at) ? reference(text, at + 1, depth) : null;
}

function reference(text, at, depth) {
  if (text[at] !== "[" || depth >= DEEPEST) return null;
  const close = bracket(text, at);
  if (close < 0 || text[close + 1] !== "(") return null;
  const target =
    /^\(\s*(<[^<>\n]*>|(?:\\.|[^\s()\\]|\([^\s()]*\))*)(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/.exec(
      text.slice(close + 1),
    );
  if (!target) return null;
  const address = target[1].replace(/^<|>$/g, "");
  const words = drawInline(text.slice(at + 1, close), depth + 1);
  return { node: link(address, words), end: close + 1 + target[0].length };
}

function bracket(text, at) {
  let open = 0;
  for (let end = at; end < text.length; end += 1) {
    if (text[end] === "\\") end += 1;
    else if (text[end] === "[") open += 1;
    else if (text[end] === "]" && --open === 0) return end;
  }
  return -1;
}

function autolink(text, at) {
  const found =
    text[at] === "<" && /^<((?:https?:\/\/|mailto:)[^\s<>]+)>/.exec(text.slice(at, at + 2000));
  return found ? { node: link(found[1]), end: at + found[0].length } : null;
}

function lineBreak(text, at) {
  return text[at] === "\n" ? { node: el("br"), end: at + 1 } : null;
}

function emphasis(text, at, depth) {
  if (!"*_~".includes(text[at]) || depth >= DEEPEST) return null;
  for (const [mark, tags] of MARKS) {
    if (!text.startsWith(mark, at)) continue;
    const end = closing(text, at, mark);
    if (end < 0) continue;
    const inside = drawInline(text.slice(at + mark.length, end), depth + 1);
    return {
      node: tags.reduceRight((node, tag) => el(tag, {}, node), inside),
      end: end + mark.length,
    };
  }
  const run = /^(\*+|_+|~+)/.exec(text.slice(at))[0];
  return { node: run, end: at + run.length };
}

function closing(text, at, mark) {
  const from = at + mark.length;
  const inWord = mark[0] === "_" && WORD.test(text[at - 1] ?? " ");
  if (inWord || !/\S/.test(text[from] ?? " ")) return -1;
  for (let end = text.indexOf(mark, from + 1); end >= 0; end = text.indexOf(mark, end + 1)) {
    const after = text[end + mark.length] ?? " ";
    const longer = after === mark[0] || (mark.length === 1 && text[end - 1] === mark);
    const edge = /\S/.test(text[end - 1]) && !(mark[0] === "_" && WORD.test(after));
    if (longer && mark.length === 1) end += 1;
    if (!longer && edge && text[end - 1] !== "\\") return end;
  }
  return -1;
}

function words(text) {
  return splitAddresses(text).map((part) => (part.url ? link(part.url) : withEmoji(part.text)));
}
