/** The menu behind three dots. */

import { popupMenu } from "../popup.js";
import { safeAddress } from "../text/links.js";
import { plainWords } from "../text/object.js";
import { focusName } from "./doing.js";
import { chosen } from "./menu.js";

export function overflow(element, block, scene) {
  const attributes = {
    class: "button quiet",
    "aria-label": "More actions",
    "data-focus": focusName(block, element),
  };
  const items = element.options.map((option) => ({
    words: plainWords(option.text),
    run(opener) {
      const address = option.url && safeAddress(option.url);
      if (address) open(address, "_blank", "noopener,noreferrer");
      chosen(opener, element, block, scene, option.value);
    },
  }));
  return popupMenu(attributes, items);
}
