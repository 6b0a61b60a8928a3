/** One value that changes by patches, and those who want to hear of it, once per turn. */

export function createStore(initial) {
  let state = initial;
  let scheduled = false;
  const listeners = new Set();

  function tell() {
    scheduled = false;
    for (const listener of listeners) listener(state);
  }

  return {
    get: () => state,
    set(patch) {
      state = { ...state, ...(typeof patch === "function" ? patch(state) : patch) };
      if (scheduled) return;
      scheduled = true;
      queueMicrotask(tell);
    },
    subscribe(listener) {
      listeners.add(listener);
      listener(state);
    },
  };
}
