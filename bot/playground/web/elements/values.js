/**
 * What a field holds, as a deed carries it: a text, an option's value, an id, or a list of them.
 *
 * Pure. The playground speaks of element states (`{type, selected_option: {…}}`); those become
 * values here.
 */

const TYPED = new Set(["plain_text_input", "email_text_input", "url_text_input", "number_input"]);
const INITIAL = {
  users_select: "initial_user",
  conversations_select: "initial_conversation",
  channels_select: "initial_channel",
  multi_users_select: "initial_users",
  multi_conversations_select: "initial_conversations",
  multi_channels_select: "initial_channels",
  datepicker: "initial_date",
  timepicker: "initial_time",
  datetimepicker: "initial_date_time",
  rich_text_input: "initial_value",
};

/** The value of an element state. */
export function valueOf(state) {
  const name = Object.keys(state).find((key) => key !== "type");
  const held = name === undefined ? null : state[name];
  if (name === "selected_option") return held?.value ?? null;
  if (name === "selected_options") return (held ?? []).map((option) => option.value);
  return held ?? null;
}

/** What a field holds before anybody touched it. */
export function initialValue(element) {
  if (TYPED.has(element.type)) return element.initial_value ?? null;
  if (element.initial_option) return element.initial_option.value;
  if (element.initial_options) return element.initial_options.map((option) => option.value);
  return element[INITIAL[element.type]] ?? null;
}

export const isEmpty = (value) =>
  value === null ||
  value === undefined ||
  value === "" ||
  (Array.isArray(value) && value.length === 0);

/** What a client finds wrong before it sends a form: `{block_id: complaint}`. */
export function complaints(blocks, read) {
  const found = {};
  for (const block of blocks.filter((each) => each.type === "input")) {
    const complaint = complain(block, read(block, block.element));
    if (complaint) found[block.block_id] = complaint;
  }
  return found;
}

function complain({ optional, element }, value) {
  if (isEmpty(value)) return optional ? null : "Please fill this in.";
  if (element.type === "plain_text_input") return wrongLength(element, value);
  if (element.type === "number_input") return wrongNumber(element, Number(value));
  return null;
}

function wrongLength({ min_length: least = 0, max_length: most = 3000 }, value) {
  if (value.length < least) return `At least ${least} characters, please.`;
  if (value.length > most) return `At most ${most} characters, please; this has ${value.length}.`;
  return null;
}

function wrongNumber({ min_value: least, max_value: most }, number) {
  if (Number.isNaN(number)) return "Please enter a number.";
  if (least !== undefined && number < Number(least)) return `At least ${least}, please.`;
  if (most !== undefined && number > Number(most)) return `At most ${most}, please.`;
  return null;
}
