/** Links that are safe to follow: web and mail addresses, opened apart from this page. */

import { el } from "../dom.js";

const SCHEMES = new Set(["http:", "https:", "mailto:"]);

/** The address in its normal form, or null when it is none we open. */
export function safeAddress(address) {
  try {
    const url = new URL(String(address).trim());
    return SCHEMES.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/** A link, or its words alone when the address is not safe. */
export function link(address, ...words) {
  const href = safeAddress(address);
  const shown = words.length ? words : [String(address)];
  if (href === null) return el("span", { class: "no-link" }, shown);
  const anchor = el("a", { class: "link", target: "_blank", rel: "noopener noreferrer" }, shown);
  anchor.href = href;
  anchor.title = href;
  return anchor;
}

/** Splits text at bare web addresses: `[{text}, {url}, …]`. */
export function splitAddresses(text) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(/\bhttps?:\/\/[^\s<>"'`|]+/g)) {
    const url = match[0].replace(/[.,;:!?)\]}*_~]+$/, "");
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ url });
    end = match.index + url.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}
