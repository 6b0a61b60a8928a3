/** The modal on top of the acting person's stack, in a native dialog. */

import { drawBlocks } from "./blocks/index.js";
import { el, icon } from "./dom.js";
import { complaints } from "./elements/values.js";
import { doing } from "./elements/doing.js";

/** `act(deed)` acts as the person, `sceneOf(view)` is what its blocks are drawn with. */
export function createModal({ act, surfaces, sceneOf, tell }) {
  let dialog = null;
  let shown = "";
  let returnTo = null;

  function update(views) {
    const view = views.at(-1) ?? null;
    const mark = view ? JSON.stringify([view, views.length]) : "";
    if (mark === shown) return;
    shown = mark;
    if (view) open(view, views.length);
    else close();
  }

  function open(view, depth) {
    const focused = dialog?.contains(document.activeElement)
      ? document.activeElement.dataset.focus
      : "";
    if (!dialog) {
      returnTo = document.activeElement;
      dialog = el("dialog", {
        class: "dialog modal",
        "aria-labelledby": "modal-title",
        on: { cancel },
      });
      document.body.append(dialog);
    }
    dialog.replaceChildren(...parts(view, depth));
    dialog.dataset.view = view.id;
    if (!dialog.open) dialog.showModal();
    const again = [...dialog.querySelectorAll("[data-focus]")].find(
      (node) => node.dataset.focus === focused,
    );
    (
      again ??
      dialog.querySelector("[autofocus], .modal-body :is(input, textarea, select)") ??
      dialog
    ).focus();
  }

  function close() {
    if (!dialog) return;
    surfaces.forget(dialog.dataset.view);
    dialog.close();
    dialog.remove();
    dialog = null;
    if (returnTo?.isConnected) returnTo.focus({ preventScroll: true });
  }

  function cancel(event) {
    event.preventDefault();
    dismiss();
  }

  async function dismiss() {
    await act({ do: "close", view: dialog.dataset.view }).catch((error) => tell(error.message));
  }

  function parts(view, depth) {
    const scene = sceneOf(view);
    const submit =
      view.submit &&
      el(
        "button",
        {
          type: "button",
          class: "button primary",
          "data-focus": "submit",
          on: { click: (event) => send(view, scene, event.currentTarget) },
        },
        el("span", { class: "button-words" }, view.submit),
      );
    const cancelWords = view.close || (depth > 1 ? "Back" : view.submit ? "Cancel" : "Close");
    return [
      el(
        "header",
        { class: "modal-head" },
        el("h2", { id: "modal-title" }, view.title),
        el(
          "button",
          {
            type: "button",
            class: "tool",
            "aria-label": "Close",
            "data-focus": "dismiss",
            on: { click: dismiss },
          },
          icon(depth > 1 ? "back" : "close"),
        ),
      ),
      el(
        "div",
        { class: "modal-body", on: { keydown: (event) => enterSends(event, view, scene, submit) } },
        view.errors[""] && el("p", { class: "field-error", role: "alert" }, view.errors[""]),
        drawBlocks(view.blocks, scene),
      ),
      el(
        "footer",
        { class: "dialog-actions" },
        el(
          "button",
          { type: "button", class: "button", "data-focus": "cancel", on: { click: dismiss } },
          cancelWords,
        ),
        submit,
      ),
    ];
  }

  function enterSends(event, view, scene, submit) {
    const plainField = event.target.matches("input:not([type=checkbox]):not([type=radio])");
    if (event.key !== "Enter" || !submit || !plainField || event.defaultPrevented) return;
    event.preventDefault();
    send(view, scene, submit);
  }

  async function send(view, scene, button) {
    const wrong = complaints(view.blocks, scene.surface.read);
    showComplaints(wrong);
    if (Object.keys(wrong).length) return;
    const values = {};
    for (const block of view.blocks.filter((each) => each.type === "input")) {
      values[block.block_id] = scene.surface.read(block, block.element);
    }
    await doing(button, { tell }, () => act({ do: "submit", view: view.id, values }));
  }

  function showComplaints(wrong) {
    for (const node of dialog.querySelectorAll(".block.input")) {
      const words = wrong[node.dataset.block] ?? "";
      const place = node.querySelector(".field-error");
      const control = node.querySelector("[data-focus]");
      node.classList.toggle("has-error", Boolean(words));
      place.textContent = words;
      place.hidden = !words;
      if (words) control?.setAttribute("aria-invalid", "true");
      else control?.removeAttribute("aria-invalid");
    }
    dialog.querySelector(".has-error [data-focus]")?.focus();
  }

  return { update };
}
