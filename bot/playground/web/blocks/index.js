/** Draws Block Kit blocks; one we do not know says so instead of vanishing. */

import { el, fragment } from "../dom.js";
import { alert, card, carousel, container, file, video } from "./cards.js";
import {
  actions,
  context,
  contextActions,
  divider,
  header,
  image,
  markdown,
  section,
} from "./layout.js";
import { input } from "./input.js";
import { richText } from "./rich-text.js";
import { table } from "./table.js";
import { plan, taskCard } from "./tasks.js";

const DRAW = {
  actions,
  alert,
  card,
  carousel,
  container: (block, scene) => container(block, scene, drawBlocks),
  context,
  context_actions: contextActions,
  divider,
  file,
  header,
  image,
  input,
  markdown,
  plan,
  rich_text: richText,
  section,
  table,
  task_card: taskCard,
  video,
};

/**
 * `scene` is what the drawing may look up and do: `viewer`, the maps `people`, `channels` and
 * `groups`, and the `surface` the blocks stand on (see surface.js).
 */
export function drawBlocks(blocks, scene) {
  return fragment(blocks.map((block) => drawBlock(block, scene)));
}

function drawBlock(block, scene) {
  try {
    const draw = Object.hasOwn(DRAW, block.type) ? DRAW[block.type] : null;
    return draw ? draw(block, scene) : strange(`A “${block.type}” block cannot be shown here.`);
  } catch (error) {
    console.warn("block not drawn", error);
    return strange("A block could not be shown.");
  }
}

const strange = (words) => el("p", { class: "block-strange" }, words);
