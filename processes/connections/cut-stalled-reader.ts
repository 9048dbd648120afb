import type http from "node:http";

/**
 * Who reads slowly is seen to read only now and then: what the systems on both sides hold for them, up to some
 * megabytes, has to be a third empty first.
 */
const STALLED_MS = 5 * 60_000;

/**
 * Ends the connection of a client that takes nothing of its answer: it would hold the connection, and what the answer
 * is read from, for as long as it likes. One that reads slowly is let go on, and an answer that has nothing to send yet
 * is waited for.
 */
export function cutStalledReader(response: http.ServerResponse, stalledMs = STALLED_MS): void {
  response.setTimeout(stalledMs, () => {
    const { socket } = response;
    if (socket && socket.writableLength > 0) socket.destroy();
  });
}
