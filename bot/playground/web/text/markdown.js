/**
 * Markdown, as in Slack's `markdown` block: read into blocks, then drawn. No raw HTML, no mentions.
 *
 * Blocks: heading, rule, code, quote, list, table, paragraph. Nesting ends at a fixed depth, so that
 * no text can exhaust the stack; what lies deeper is shown as it was written.
 */

import { el, fragment } from "../dom.js";
import { drawInline } from "./markdown-inline.js";

const DEEPEST = 6;
const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([^`]*)$/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])(?:\s+(.*)|\s*)$/;
const QUOTE = /^ {0,3}> ?/;
const TABLE_RULE = /^ {0,3}\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;

export function drawMarkdown(text) {
  const blocks = readMarkdown(text);
  return el("div", { class: "markdown" }, blocks.map(draw));
}

export function readMarkdown(text, depth = 0) {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const blocks = [];
  for (let at = 0; at < lines.length;) {
    const [block, next] = READERS.map((read) => read(lines, at, depth)).find(Boolean);
    if (block) blocks.push(block);
    at = next;
  }
  return blocks;
}

const READERS = [blank, code, heading, rule, quote, table, list, paragraph];

function blank(lines, at) {
  return lines[at].trim() === "" ? [null, at + 1] : null;
}

function code(lines, at) {
  const open = FENCE.exec(lines[at]);
  if (!open) return null;
  const closes = new RegExp(`^ {0,3}${open[1][0]}{${open[1].length},}\\s*$`);
  let end = at + 1;
  while (end < lines.length && !closes.test(lines[end])) end += 1;
  return [
    { kind: "code", language: open[2].trim(), text: lines.slice(at + 1, end).join("\n") },
    end + 1,
  ];
}

function heading(lines, at) {
  const found = HEADING.exec(lines[at]);
  return found && [{ kind: "heading", level: found[1].length, text: found[2] }, at + 1];
}

function rule(lines, at) {
  return RULE.test(lines[at]) ? [{ kind: "rule" }, at + 1] : null;
}

function quote(lines, at, depth) {
  if (!QUOTE.test(lines[at]) || depth >= DEEPEST) return null;
  let end = at;
  while (end < lines.length && QUOTE.test(lines[end])) end += 1;
  const inside = lines.slice(at, end).map((line) => line.replace(QUOTE, ""));
  return [{ kind: "quote", blocks: readMarkdown(inside.join("\n"), depth + 1) }, end];
}

function table(lines, at) {
  const isTable =
    lines[at].includes("|") && TABLE_RULE.test(lines[at + 1] ?? "") && lines[at + 1].includes("-");
  if (!isTable || cells(lines[at]).length !== cells(lines[at + 1]).length) return null;
  let end = at + 2;
  while (end < lines.length && lines[end].includes("|")) end += 1;
  const align = cells(lines[at + 1]).map((cell) => alignment(cell));
  const rows = lines.slice(at + 2, end).map(cells);
  return [{ kind: "table", align, head: cells(lines[at]), rows }, end];
}

function cells(line) {
  const bare = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return bare.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function alignment(cell) {
  if (!cell.endsWith(":")) return "left";
  return cell.startsWith(":") ? "center" : "right";
}

function list(lines, at, depth) {
  const first = ITEM.exec(lines[at]);
  if (!first || depth >= DEEPEST) return null;
  const ordered = /\d/.test(first[2]);
  const indent = first[1].length;
  const items = [];
  let end = at;
  for (; end < lines.length; end += 1) {
    const found = ITEM.exec(lines[end]);
    const begins = found && found[1].length <= indent + 1 && /\d/.test(found[2]) === ordered;
    if (begins && !RULE.test(lines[end])) items.push([found[3] ?? ""]);
    else if (continues(lines, end, indent)) items.at(-1).push(lines[end].slice(indent + 2));
    else break;
  }
  const children = items.map((item) => listItem(item, depth));
  return [{ kind: "list", ordered, start: parseInt(first[2], 10) || 1, items: children }, end];
}

/** Whether a line still belongs to the item above: indented, or a blank one before such a line. */
function continues(lines, at, indent) {
  const line = lines[at].trim() === "" ? (lines[at + 1] ?? "") : lines[at];
  return line.trim() !== "" && line.length - line.trimStart().length >= indent + 2;
}

function listItem(lines, depth) {
  const task = /^\[([ xX])\]\s+/.exec(lines[0]);
  const first = task ? lines[0].slice(task[0].length) : lines[0];
  const margin = Math.min(
    ...lines
      .slice(1)
      .filter((l) => l.trim())
      .map((l) => l.length - l.trimStart().length),
    8,
  );
  const rest = lines.slice(1).map((line) => line.slice(Math.min(margin, line.length)));
  const blocks = readMarkdown([first, ...rest].join("\n"), depth + 1);
  return { done: task ? task[1] !== " " : null, blocks };
}

function paragraph(lines, at, depth) {
  let end = at + 1;
  const interrupts = [blank, code, heading, rule, quote, list];
  while (end < lines.length && !interrupts.some((read) => read(lines, end, depth))) end += 1;
  return [
    {
      kind: "paragraph",
      text: lines
        .slice(at, end)
        .map((line) => line.trimStart())
        .join("\n"),
    },
    end,
  ];
}

const DRAW = {
  heading: ({ level, text }) =>
    el(`h${Math.min(level + 2, 6)}`, { class: `md-h md-h${level}` }, drawInline(text)),
  rule: () => el("hr"),
  code: ({ text, language }) =>
    el("pre", { class: "pre", "data-language": language || null }, el("code", {}, text)),
  quote: ({ blocks }) => el("blockquote", {}, blocks.map(draw)),
  paragraph: ({ text }) => el("p", {}, drawInline(text)),
  table: drawTable,
  list: drawList,
};

function drawList({ ordered, start, items }) {
  const list = el(ordered ? "ol" : "ul", { start: ordered && start !== 1 ? start : null });
  for (const { done, blocks } of items) {
    const tight =
      blocks.length && blocks[0].kind === "paragraph" ? drawInline(blocks[0].text) : null;
    const item = el("li", { class: done === null ? null : "task" });
    if (done !== null)
      item.append(
        el(
          "span",
          { class: "tick", role: "img", "aria-label": done ? "done" : "open" },
          done ? "☑" : "☐",
        ),
      );
    item.append(fragment(tight, blocks.slice(tight ? 1 : 0).map(draw)));
    list.append(item);
  }
  return list;
}

function drawTable({ align, head, rows }) {
  const row = (tag, values) =>
    el(
      "tr",
      {},
      align.map((side, index) => el(tag, { class: `to-${side}` }, drawInline(values[index] ?? ""))),
    );
  const body = rows.map((values) => row("td", values));
  const inner = el("table", {}, el("thead", {}, row("th", head)), el("tbody", {}, body));
  return el(
    "div",
    { class: "table-frame", tabindex: "0", role: "group", "aria-label": "Table" },
    inner,
  );
}

const draw = (block) => DRAW[block.kind](block);
