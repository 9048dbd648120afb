/** Who asks for a place, as far as its share goes. */
export interface Sharer {
  /** An account, a wallet, an address; without a name it is the market's own work. */
  readonly caller?: string | undefined;
  /** The network that the request came from. */
  readonly network?: string | undefined;
  readonly paid?: boolean | undefined;
}

/** Runs without payment of callers; not those of the market itself. */
export const isFree = ({ caller, paid }: Sharer) => caller !== undefined && paid !== true;

/** Places that runs without payment may have together: one is kept for those that are paid. */
export const freePlaces = (concurrency: number) => Math.max(1, concurrency - 1);

/**
 * Whether one more run may begin beside those that run now: free runs never hold all places, one caller, or one network
 * without paying, holds only a part of them.
 */
export function mayEnter(given: Sharer, inside: readonly Sharer[], concurrency: number): boolean {
  if (inside.length >= concurrency) return false;
  if (given.caller === undefined) return true;
  const own = inside.filter(({ caller }) => caller === given.caller).length;
  if (!isFree(given)) return own < freePlaces(concurrency);
  const places = freePlaces(concurrency);
  const part = Math.max(1, Math.floor(places / 2));
  const free = inside.filter(isFree);
  const near = free.filter(({ network }) => network !== undefined && network === given.network).length;
  return free.length < places && own < part && near < part;
}

/** Whether whoever waits is somebody else than who runs, or the same one with a run that is paid. */
export const isElsewhere = (waiting: Sharer, running: Sharer) =>
  waiting.paid === true ||
  (waiting.caller !== running.caller &&
    (waiting.network === undefined || waiting.network !== running.network));
