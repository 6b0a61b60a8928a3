/**
 * A surface somebody can act on (a message, a modal, a home tab) and what its fields hold.
 *
 * What is typed lives here and not in the DOM, so a surface can be drawn anew without losing it.
 */

import { initialValue, valueOf } from "./elements/values.js";

/** `act(deed, words)` acts as the person who looks; `words` are those on the button pressed. */
export function createSurfaces(act) {
  const held = new Map();

  /**
   * `target` is how a deed names the surface: `{channel, ts}` or `{view}`. `given` is what the
   * playground knows of its fields, `{block_id: {action_id: element state}}`.
   */
  function surface(key, target, { given = {}, errors = {} } = {}) {
    if (!held.has(key)) held.set(key, new Map());
    const typed = held.get(key);
    const name = (block, element) => `${block.block_id} ${element.action_id}`;
    const control = (block, element) => ({ control: calledBy(element), block_id: block.block_id });

    function read(block, element) {
      if (typed.has(name(block, element))) return typed.get(name(block, element));
      const known = given[block.block_id]?.[element.action_id];
      return known ? valueOf(known) : initialValue(element);
    }

    return {
      key,
      errors,
      read,
      put: (block, element, value) => typed.set(name(block, element), value),
      click(block, element) {
        return act(
          { do: "click", ...target, ...control(block, element) },
          element.text?.text ?? "",
        );
      },
      pick(block, element, value) {
        typed.set(name(block, element), value);
        return act({ do: "pick", ...target, ...control(block, element), value });
      },
    };
  }

  return { surface, forget: (key) => held.delete(key) };
}

/** Its action_id; the words where there is none, and where two buttons share one. */
function calledBy(element) {
  const words = element.text?.text ?? "";
  return element.type === "feedback_buttons" ? words : element.action_id || words;
}
