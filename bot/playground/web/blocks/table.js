/** The table block: rows of raw text, numbers or rich text, the first one the head. */

import { el } from "../dom.js";
import { richText } from "./rich-text.js";

export function table(block, scene) {
  const [head = [], ...rows] = block.rows;
  const row = (cells, tag) =>
    el(
      "tr",
      {},
      cells.map((cell, column) => cellNode(cell, tag, column, block, scene)),
    );
  const inner = el(
    "table",
    {},
    el("thead", {}, row(head, "th")),
    el(
      "tbody",
      {},
      rows.map((cells) => row(cells, "td")),
    ),
  );
  const frame = { class: "table-frame", tabindex: "0", role: "group", "aria-label": "Table" };
  return el("div", { class: "block" }, el("div", frame, inner));
}

function cellNode(cell, tag, column, block, scene) {
  const settings = block.column_settings?.[column] ?? {};
  const side = settings.align ?? (cell?.type === "raw_number" ? "right" : "left");
  const shown =
    cell?.type === "rich_text" ? richText(cell, scene) : String(cell?.text ?? cell?.value ?? "");
  return el(tag, { class: `to-${side}` }, shown);
}
