/**
 * Brings a container's children in line with a list, redrawing only what changed.
 *
 * So a message that stands keeps its node: what is typed in it, an open menu, the focus. Where the
 * focused node itself is redrawn, the focus moves to the same control in the new one (`data-focus`),
 * or to the item when the control is gone, as after the last click on a card.
 */

const drawn = new WeakMap();

/** `items`: `{key, mark, draw}`; an item is drawn again when its mark, a string, is another one. */
export function keyed(parent, items) {
  const before = drawn.get(parent) ?? new Map();
  const after = new Map();
  const wanted = new Set(items.map((item) => item.key));
  for (const [key, { node }] of before) if (!wanted.has(key)) node.remove();

  let place = parent.firstChild;
  for (const { key, mark, draw } of items) {
    const known = before.get(key);
    const stays = known?.mark === mark;
    const node = stays ? known.node : draw();
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
    if (known && !stays) {
      if (known.node === place) place = place.nextSibling;
      handFocusOver(known.node, node);
      known.node.remove();
    }
    after.set(key, { mark, node });
  }
  drawn.set(parent, after);
}

function handFocusOver(old, node) {
  const focused = document.activeElement;
  if (!old.contains(focused)) return;
  const name = focused.dataset.focus;
  const same = [...node.querySelectorAll("[data-focus]")].find((n) => n.dataset.focus === name);
  (name && same ? same : node).focus({ preventScroll: true });
}
