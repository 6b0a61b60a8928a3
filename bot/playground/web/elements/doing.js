/** While something is under way its control is busy; what went wrong is told by `scene.tell`. */

/** Runs `work` and keeps the control from being used twice meanwhile. */
export async function doing(control, scene, work) {
  if (control.getAttribute("aria-busy") === "true") return;
  control.setAttribute("aria-busy", "true");
  try {
    await work();
  } catch (error) {
    scene.tell(error.message);
  } finally {
    control.removeAttribute("aria-busy");
  }
}

/** Names a control so that the focus finds it again when its surface is drawn anew. */
export const focusName = (block, element, index = "") =>
  `${element.action_id ?? element.text?.text ?? element.type}${index}`;

/** The attributes an input block lends to its control. */
export function tied(field) {
  if (!field) return {};
  return {
    id: field.id,
    "aria-describedby": field.describedBy,
    "aria-invalid": field.invalid ? "true" : null,
  };
}
