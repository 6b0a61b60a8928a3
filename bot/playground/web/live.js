/**
 * The workspace as it changes: server-sent events of one acting person, and back again by itself.
 *
 * The browser's own reconnection gives up on some errors and waits for seconds on others, so the
 * waiting is ours: half a second at first, five at most, and at once when the machine comes online.
 */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 5000;

export function createLive({ address, onState, onPanel, onConnection }) {
  let source = null;
  let viewer = null;
  let wait = FIRST_WAIT;
  let timer = 0;

  function connect() {
    clearTimeout(timer);
    source?.close();
    const opened = (source = new EventSource(address(viewer)));
    const heard = (tell) => (event) => {
      if (opened !== source) return;
      wait = FIRST_WAIT;
      onConnection("open");
      tell(JSON.parse(event.data));
    };
    opened.addEventListener("state", heard(onState));
    opened.addEventListener("panel", heard(onPanel));
    opened.addEventListener("error", () => opened === source && lost());
  }

  function lost() {
    source.close();
    onConnection("lost");
    timer = setTimeout(connect, wait);
    wait = Math.min(wait * 1.6, LONGEST_WAIT);
  }

  addEventListener("online", () => viewer && connect());
  return {
    /** Look through the eyes of somebody (else). */
    follow(user) {
      viewer = user;
      connect();
    },
  };
}
