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
  let place = parent.firstChild;
  for (const item of items) {
    const known = before.get(item.key);
    const node = known?.mark === item.mark ? known.node : redrawn(known?.node, item);
    if (node === place) place = place.nextSibling;
    else if (known?.node === place) place = swap(parent, place, node);
    else parent.insertBefore(node, place);
    after.set(item.key, { mark: item.mark, node });
    before.delete(item.key);
  }
  for (const { node } of before.values()) node.remove();
  drawn.set(parent, after);
}

const awaitingFocus = new WeakMap();

function redrawn(old, item) {
  const node = item.draw();
  const focused = old?.contains(document.activeElement) ? document.activeElement : null;
  if (focused) awaitingFocus.set(node, focused.dataset.focus ?? "");
  return node;
}

function swap(parent, old, node) {
  const next = old.nextSibling;
  parent.replaceChild(node, old);
  const wanted = awaitingFocus.get(node);
  if (wanted !== undefined) {
    awaitingFocus.delete(node);
    const same = [...node.querySelectorAll("[data-focus]")].find((n) => n.dataset.focus === wanted);
    (wanted && same ? same : node).focus({ preventScroll: true });
  }
  return next;
}
