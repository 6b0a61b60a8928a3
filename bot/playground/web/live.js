/**
 * The workspace as it changes, through the eyes of one person, over a WebSocket that comes back.
 *
 * The waiting between attempts begins at half a second and ends at five; it is skipped when the
 * machine comes online or the page comes into view.
 */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 5000;

export function createLive({ onState, onPanel, onConnection }) {
  let socket = null;
  let viewer = null;
  let wait = FIRST_WAIT;
  let timer = 0;

  function connect() {
    clearTimeout(timer);
    socket?.close();
    const opened = (socket = new WebSocket(address(viewer)));
    opened.addEventListener("message", ({ data }) => opened === socket && hear(JSON.parse(data)));
    opened.addEventListener("close", () => opened === socket && lost());
  }

  function hear(message) {
    wait = FIRST_WAIT;
    onConnection("open");
    if (message.type === "state") onState(message.state);
    if (message.type === "panel") onPanel(message.name, message.value);
  }

  function lost() {
    onConnection("lost");
    timer = setTimeout(connect, wait);
    wait = Math.min(wait * 1.6, LONGEST_WAIT);
  }

  function hurry() {
    if (viewer && socket.readyState === WebSocket.CLOSED) connect();
  }

  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);
  return {
    /** Look through the eyes of somebody (else). */
    follow(user) {
      viewer = user;
      connect();
    },
  };
}

function address(viewer) {
  const url = new URL("playground/live", document.baseURI);
  url.protocol = url.protocol.replace("http", "ws");
  url.searchParams.set("as", viewer);
  return url;
}
