/** Buttons, with the question some of them ask first. */

import { confirmed } from "../confirm.js";
import { el, icon } from "../dom.js";
import { safeAddress } from "../text/links.js";
import { plainWords } from "../text/object.js";
import { doing, focusName } from "./doing.js";

const STYLES = { primary: "button primary", danger: "button danger" };

export function button(element, block, scene) {
  return press(
    element,
    block,
    scene,
    { class: STYLES[element.style] ?? "button" },
    plainWords(element.text),
  );
}

const SIGNS = { trash: "🗑️" };

export function iconButton(element, block, scene) {
  const attributes = {
    class: "button quiet",
    title: plainWords(element.text),
    "aria-label": plainWords(element.text),
  };
  return press(element, block, scene, attributes, SIGNS[element.icon] ?? icon("more"));
}

export function feedback(element, block, scene) {
  const sides = [
    [element.positive_button, "👍"],
    [element.negative_button, "👎"],
  ];
  const buttons = sides.map(([side, sign]) => {
    const one = { ...side, type: "feedback_buttons", text: side.text };
    const label = side.accessibility_label ?? plainWords(side.text);
    return press(
      one,
      block,
      scene,
      { class: "button quiet", title: label, "aria-label": label },
      sign,
    );
  });
  return el("span", { class: "feedback", role: "group", "aria-label": "Feedback" }, buttons);
}

function press(element, block, scene, attributes, ...words) {
  const node = el(
    "button",
    {
      type: "button",
      "data-focus": focusName(block, element),
      "aria-label": element.accessibility_label,
      ...attributes,
      on: { click: () => used() },
    },
    el("span", { class: "button-words" }, words),
  );

  async function used() {
    if (element.confirm && !(await confirmed(element.confirm, scene))) return;
    const address = element.url && safeAddress(element.url);
    if (address) open(address, "_blank", "noopener,noreferrer");
    await doing(node, scene, () => scene.surface.click(block, element));
  }
  return node;
}
