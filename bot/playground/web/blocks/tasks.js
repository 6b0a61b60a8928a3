/** What an agent is doing: task cards, and the plan that holds several. */

import { el } from "../dom.js";
import { link } from "../text/links.js";
import { richText } from "./rich-text.js";

const STATUS = {
  pending: ["○", "not begun"],
  in_progress: ["◐", "in progress"],
  complete: ["✓", "done"],
  error: ["!", "failed"],
};

export function taskCard(block, scene) {
  const [sign, words] = STATUS[block.status] ?? STATUS.pending;
  const sources = block.sources?.map((source) => link(source.url, source.text || source.url));
  return el(
    "div",
    { class: `block task-card task-${block.status in STATUS ? block.status : "pending"}` },
    el("span", { class: "task-sign", role: "img", "aria-label": words }, sign),
    el(
      "div",
      { class: "task-body" },
      el("div", { class: "task-title" }, block.title),
      block.details && richText(block.details, scene),
      block.output && richText(block.output, scene),
      sources?.length ? el("div", { class: "task-sources" }, sources) : null,
    ),
  );
}

export function plan(block, scene) {
  const tasks = block.tasks ?? [];
  return el(
    "div",
    { class: "block plan" },
    el("div", { class: "plan-title" }, block.title),
    tasks.map((task) => taskCard(task, scene)),
  );
}
