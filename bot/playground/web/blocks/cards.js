/** Blocks that frame others or stand for something outside: card, container, alert, video, file. */

import { el, icon } from "../dom.js";
import { drawElement } from "../elements/index.js";
import { link } from "../text/links.js";
import { drawText, plainWords } from "../text/object.js";
import { richText } from "./rich-text.js";

export function card(block, scene) {
  const hero =
    block.hero_image && el("div", { class: "picture" }, icon("image"), block.hero_image.alt_text);
  return el(
    "div",
    { class: "block card" },
    hero,
    block.title && el("div", { class: "card-title" }, drawText(block.title, scene)),
    block.subtitle && el("div", { class: "card-subtitle" }, drawText(block.subtitle, scene)),
    block.body && el("div", { class: "words" }, drawText(block.body, scene)),
    block.actions &&
      el(
        "div",
        { class: "actions" },
        block.actions.map((each) => drawElement(each, block, scene)),
      ),
  );
}

export function carousel(block, scene) {
  const cards = block.elements.map((each) =>
    card({ ...each, block_id: each.block_id ?? block.block_id }, scene),
  );
  return el(
    "div",
    { class: "block carousel", tabindex: "0", role: "group", "aria-label": "Cards" },
    cards,
  );
}

export function container(block, scene, drawBlocks) {
  const title = block.rich_text_title
    ? richText(block.rich_text_title, scene)
    : plainWords(block.title);
  const subtitle =
    block.subtitle && el("div", { class: "card-subtitle" }, drawText(block.subtitle, scene));
  const inside = el("div", { class: "container-body" }, drawBlocks(block.child_blocks, scene));
  if (!block.is_collapsible) {
    return el(
      "section",
      { class: "block container" },
      el("div", { class: "card-title" }, title),
      subtitle,
      inside,
    );
  }
  const summary = el("summary", { class: "card-title" }, title);
  return el(
    "details",
    { class: "block container", open: !block.default_collapsed },
    summary,
    subtitle,
    inside,
  );
}

const LEVELS = new Set(["info", "warning", "error", "success"]);

export function alert(block, scene) {
  const level = LEVELS.has(block.level) ? block.level : "info";
  return el(
    "div",
    { class: `block alert alert-${level}`, role: "note" },
    icon("warning"),
    el("div", { class: "words" }, drawText(block.text, scene)),
  );
}

export function video(block, scene) {
  return el(
    "div",
    { class: "block card" },
    el(
      "div",
      { class: "card-title" },
      link(block.title_url ?? block.video_url, plainWords(block.title)),
    ),
    el(
      "div",
      { class: "picture", role: "img", "aria-label": block.alt_text },
      icon("image"),
      el("span", {}, block.alt_text),
    ),
    block.description && el("div", { class: "words" }, drawText(block.description, scene)),
  );
}

export function file(block) {
  return el(
    "div",
    { class: "block file" },
    icon("image"),
    el("span", {}, `File ${block.external_id}`),
  );
}
