/** The plain blocks: section, header, context, divider, image, actions, markdown. */

import { el, icon } from "../dom.js";
import { drawElement } from "../elements/index.js";
import { link, safeAddress } from "../text/links.js";
import { drawMarkdown } from "../text/markdown.js";
import { drawText, plainWords } from "../text/object.js";

export function section(block, scene) {
  const words = block.text && el("div", { class: "words" }, drawText(block.text, scene));
  const fields =
    block.fields &&
    el(
      "div",
      { class: "fields" },
      block.fields.map((each) => el("div", { class: "words" }, drawText(each, scene))),
    );
  const accessory =
    block.accessory &&
    el("div", { class: "accessory" }, drawElement(block.accessory, block, scene));
  return el(
    "div",
    { class: "block section" },
    el("div", { class: "section-body" }, words, fields),
    accessory,
  );
}

export function header(block) {
  return el("h2", { class: "block header" }, plainWords(block.text));
}

export function divider() {
  return el("hr", { class: "block divider" });
}

export function context(block, scene) {
  const parts = block.elements.map((element) =>
    element.type === "image"
      ? drawElement(element, block, scene)
      : el("span", { class: "words" }, drawText(element, scene)),
  );
  return el("div", { class: "block context" }, parts);
}

/** A picture's place: the page loads nothing from elsewhere, so its words and a link stand for it. */
export function image(block, scene) {
  const address = block.image_url ?? block.slack_file?.url;
  const words = block.alt_text || "Image";
  return el(
    "figure",
    { class: "block image" },
    block.title && el("figcaption", {}, plainWords(block.title)),
    el(
      "div",
      { class: "picture", role: "img", "aria-label": words },
      icon("image"),
      el("span", {}, words),
      safeAddress(address) && link(address, "Open"),
    ),
  );
}

export function actions(block, scene) {
  return el(
    "div",
    { class: "block actions" },
    block.elements.map((each) => drawElement(each, block, scene)),
  );
}

export function contextActions(block, scene) {
  return el(
    "div",
    { class: "block actions context-actions" },
    block.elements.map((each) => drawElement(each, block, scene)),
  );
}

export function markdown(block) {
  return el("div", { class: "block" }, drawMarkdown(block.text));
}
