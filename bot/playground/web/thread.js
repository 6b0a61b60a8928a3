/** A thread beside its channel; on a phone, over it. */

import { createComposer } from "./composer.js";
import { el, icon } from "./dom.js";
import { keyed } from "./keyed.js";
import { channelName, inThread, session, typing } from "./selectors.js";
import { createTimeline } from "./timeline.js";

const STATUS = { processing: "working", suspended: "waiting for a decision", closed: "finished" };

/** `go`: {reply(text), closeThread, stop}; `onLeft(root ts)` when it closes with the focus in it. */
export function createThread(host, { go, known, shortcuts, onLeft }) {
  const head = el("header", { class: "pane-head" });
  const timeline = createTimeline({ label: "Messages of the thread", shortcuts });
  const composer = createComposer({
    label: "Reply",
    known: () => ({ ...known(), commands: [] }),
    onSend: go.reply,
  });
  host.append(head, timeline.root, el("div", { class: "pane-foot" }, composer.root));
  document.addEventListener("keydown", (event) => {
    const elsewhere = event.defaultPrevented || document.querySelector("dialog[open]");
    if (event.key === "Escape" && open && !elsewhere) go.closeThread();
  });

  let open = null;

  function update({ state, people, channel, thread, sceneOf }) {
    const left = !thread && host.contains(document.activeElement) ? open : null;
    open = thread;
    host.hidden = !thread;
    if (left) onLeft(left);
    if (!thread) return;
    const about = session(state, channel.id, thread);
    const app = people.get(state.app.user_id)?.real_name ?? state.app.name;
    const status = typing(state, channel.id, thread);
    keyed(head, [headItem(channel, people, about, go)]);
    timeline.update({
      place: `${channel.id} ${thread} ${state.me}`,
      viewer: state.me,
      messages: inThread(state, channel.id, thread),
      typing: status && `${app} ${status}`,
      dividerAfter: 0,
      scene: sceneOf,
    });
    const refusal = channel.is_member ? "" : "This person is not in the channel.";
    composer.update({ place: `${channel.id} ${thread}`, placeholder: "Reply in thread", refusal });
  }

  /** Somebody opened it: they go on in the box, or, where that brings up a keyboard, at the head. */
  function enter() {
    const touch = matchMedia("(pointer: coarse)").matches;
    (touch || composer.box.disabled ? head.querySelector("h2") : composer.box).focus();
  }

  return { update, enter };
}

function headItem(channel, people, about, go) {
  const name =
    channel.kind === "im" ? channelName(channel, people) : `#${channelName(channel, people)}`;
  const status = STATUS[about?.status] ?? "";
  const title = about?.title ?? "";
  const stop =
    about?.status === "processing" &&
    el(
      "button",
      { type: "button", class: "button small", "data-focus": "stop", on: { click: go.stop } },
      icon("stop"),
      "Stop",
    );
  const draw = () =>
    el(
      "div",
      { class: "pane-title" },
      el(
        "button",
        {
          type: "button",
          class: "tool only-phone",
          "aria-label": `Back to ${name}`,
          "data-focus": "back",
          on: { click: go.closeThread },
        },
        icon("back"),
      ),
      el(
        "h2",
        { tabindex: "-1" },
        title || "Thread",
        el("span", { class: "where" }, status ? `${name} · ${status}` : name),
      ),
      stop,
      el(
        "button",
        {
          type: "button",
          class: "tool only-wide",
          "aria-label": "Close thread",
          title: "Close (Escape)",
          "data-focus": "close",
          on: { click: go.closeThread },
        },
        icon("close"),
      ),
    );
  return { key: "head", mark: JSON.stringify([name, status, title]), draw };
}
