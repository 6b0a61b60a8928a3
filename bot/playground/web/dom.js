/** Builds DOM nodes. Text is always text: nothing here, or anywhere on this page, parses markup. */

const SVG = "http://www.w3.org/2000/svg";
const FORBIDDEN = /^(on|style$|srcdoc$|href$|src$|action$)/i;

/**
 * `el("p", {class: "note"}, "Hello ", node)`.
 *
 * `on` takes listeners, `true` sets an empty attribute, null, undefined and false leave it out.
 * Addresses go through `text/links.js`, so they cannot be set from here.
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  const { on = {}, ...rest } = attributes;
  for (const [name, value] of Object.entries(rest)) setAttribute(node, name, value);
  for (const [event, listener] of Object.entries(on)) node.addEventListener(event, listener);
  append(node, children);
  return node;
}

export function setAttribute(node, name, value) {
  if (FORBIDDEN.test(name)) throw new Error(`attribute ${name} is not set this way`);
  if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : String(value));
}

/** Adds nodes and strings, at any depth of arrays; nothing for null and false. */
export function append(node, children) {
  for (const child of [children].flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
  return node;
}

export function fragment(...children) {
  return append(document.createDocumentFragment(), children);
}

/** An icon of our own drawing: path data on a 20 by 20 grid. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "icon");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

const ICONS = {
  back: "M12 4 6 10l6 6",
  close: "M5 5l10 10M15 5 5 15",
  check: "M4 10.5l4 4 8-9",
  send: "M3.5 16.5 17 10 3.5 3.5 5 10zM5 10h6",
  lock: "M5.5 9h9v7h-9zM7.5 9V6.5a2.5 2.5 0 0 1 5 0V9",
  hash: "M8 3 6.5 17M13.5 3 12 17M3.5 7.5h13M3.5 12.5h13",
  people:
    "M7 9.5a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5zM2 16c.3-2.8 2.3-4.2 5-4.2s4.700 1.400 5 4.200M13 4.300a2.600 2.600 0 0 1 0 5M14.500 12c2 .400 3.200 1.800 3.500 4",
  eye: "M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM10 12.300a2.300 2.300 0 1 0 0-4.600 2.300 2.300 0 0 0 0 4.600z",
  more: "M4.500 10h.01M10 10h.01M15.500 10h.01",
  reply: "M8 5 3.500 9.500 8 14M4 9.500h7.500c3 0 5 1.800 5 5.500",
  chat: "M3 4.500h14v9H9L5 17v-3.500H3z",
  servers: "M3 4h14v5H3zM3 11h14v5H3zM6 6.500h.01M6 13.500h.01",
  down: "M10 4v12M5 11l5 5 5-5",
  warning: "M10 3 1.800 17h16.400zM10 8v4M10 14.500h.01",
  image: "M3 4h14v12H3zM3 13l4-4 4 4 2-2 4 4M13 8h.01",
  stop: "M6 6h8v8H6z",
  chevron: "M6 8l4 4 4-4",
};
