import { AsyncLocalStorage } from "node:async_hooks";

/** What became known, while a page was made, of a body that could not be read. */
export interface WatchedRequest {
  /** It may carry a form or a call, which the framework reads before any action begins. */
  hasBody: boolean;
  /** An action has begun: the framework could read what it was sent, and what fails from here on is ours. */
  hasBegun: boolean;
  /** The status the caller is due; null while nothing was wrong with what they sent. */
  status: number | null;
}

const holder = globalThis as unknown as { emporionWatched?: AsyncLocalStorage<WatchedRequest> };
// The process and the pages are built apart and share this one.
const watched = (holder.emporionWatched ??= new AsyncLocalStorage());

/** Makes a page, and notes in the request what the framework says of it meanwhile. */
export const watchRequest = <T>(request: WatchedRequest, work: () => T): T => watched.run(request, work);

/** The request that is being answered; undefined outside of one. */
export const watchedRequest = (): WatchedRequest | undefined => watched.getStore();

/** To be called when an action begins. */
export function noteActionBegun(): void {
  const request = watched.getStore();
  if (request) request.hasBegun = true;
}
