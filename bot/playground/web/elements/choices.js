/** Checkboxes and radio buttons. */

import { el } from "../dom.js";
import { drawText } from "../text/object.js";
import { chosen } from "./menu.js";
import { focusName } from "./doing.js";

export function checkboxes(element, block, scene) {
  return choices("checkbox", element, block, scene, (group) =>
    [...group.querySelectorAll("input:checked")].map((box) => box.value),
  );
}

export function radioButtons(element, block, scene) {
  return choices(
    "radio",
    element,
    block,
    scene,
    (group) => group.querySelector("input:checked")?.value ?? null,
  );
}

function choices(type, element, block, scene, read) {
  const held = [scene.surface.read(block, element) ?? []].flat();
  const name = `${scene.surface.key}-${block.block_id}-${element.action_id}`;
  const boxes = element.options.map((option, index) => {
    const box = el("input", {
      type,
      name,
      value: option.value,
      "data-focus": focusName(block, element, index),
    });
    box.checked = held.includes(option.value);
    const description =
      option.description && el("span", { class: "hint" }, drawText(option.description, scene));
    return el(
      "label",
      { class: "choice" },
      box,
      el("span", {}, drawText(option.text, scene), description),
    );
  });
  const role = type === "radio" ? "radiogroup" : "group";
  const attributes = {
    class: "choices",
    role,
    "aria-labelledby": scene.field?.labelledBy,
    "aria-describedby": scene.field?.describedBy,
  };
  const group = el("div", attributes, boxes);
  group.addEventListener("change", () => chosen(group, element, block, scene, read(group)));
  return group;
}
