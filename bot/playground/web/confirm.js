/** The question a button or menu asks before it does anything. */

import { el } from "./dom.js";
import { drawText, plainWords } from "./text/object.js";

/** Whether the person said yes. Escape says no. */
export function confirmed(question, scene) {
  return new Promise((resolve) => {
    const yes = el(
      "button",
      {
        class: question.style === "danger" ? "button danger-filled" : "button primary",
        type: "button",
        on: { click: () => dialog.close("yes") },
      },
      plainWords(question.confirm),
    );
    const no = el(
      "button",
      { class: "button", type: "button", autofocus: true, on: { click: () => dialog.close("") } },
      plainWords(question.deny),
    );
    const dialog = el(
      "dialog",
      { class: "dialog", "aria-labelledby": "confirm-title" },
      el("h2", { id: "confirm-title" }, plainWords(question.title)),
      el("div", { class: "words" }, drawText(question.text, scene)),
      el("div", { class: "dialog-actions" }, no, yes),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
