/**
 * Aborted as soon as the reader sets out for another page. The old page lives on until the new one has come: what it
 * was still waiting for must not lead them back then.
 */
export function watchForLeaving(): AbortSignal {
  const leaving = new AbortController();
  globalThis.addEventListener("beforeunload", () => leaving.abort(), { once: true });
  return leaving.signal;
}
