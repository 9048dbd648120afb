import type pg from "pg";
import type { ReplicaFigures } from "@/lib/db/replicas/replica-metrics";
import { readReplicaState, Replica, type LeftOut, type ReplicaState } from "@/lib/db/replicas/replica";

/** Five minutes of looks. */
const MOST_SEEN = 300;

/**
 * Where the primary's log of changes was, and when: what a replica has replayed says by this how old its rows can be,
 * also while nothing is written, and when the replica is cut off and does not know it. Only this process's clock counts.
 */
export class PlacesSeen {
  #seen: { place: bigint; atMs: number }[] = [];

  /** `atMs` is a moment before the primary was asked for its place. */
  see(place: bigint, atMs: number): void {
    const last = this.#seen.at(-1);
    // Another primary, whose log is shorter: what the former one wrote last is lost.
    if (last !== undefined && place < last.place) this.#seen = [];
    this.#seen.push({ place, atMs });
    if (this.#seen.length > MOST_SEEN) this.#seen.shift();
  }

  /** How old, at most, the rows of one who has replayed the log up to `replayed` are; Infinity if nothing tells. */
  lagMs(replayed: bigint, nowMs: number): number {
    const reached = this.#seen.findLast(({ place }) => place <= replayed);
    return reached === undefined ? Infinity : nowMs - reached.atMs;
  }
}

const DEFAULT_LAG_SECONDS = 5;
const LOOK_EVERY_MS = 1_000;

/** By how much the rows of a replica may be older than the primary's. */
export const mostLagMs = () =>
  Number(process.env["DATABASE_REPLICA_LAG_SECONDS"] || DEFAULT_LAG_SECONDS) * 1_000;

/** The addresses of the setting `DATABASE_REPLICA_URLS`. */
export const replicaUrls = (setting = process.env["DATABASE_REPLICA_URLS"] ?? ""): string[] =>
  setting
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);

/** The replicas of this process: which of them are as new as they must be, and whose turn it is. */
export class Replicas {
  readonly all: readonly Replica[];
  readonly #primary: pg.Pool;
  readonly #seen = new PlacesSeen();
  #lagsMs: readonly number[] = [];
  #turn = 0;
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(urls: readonly string[], primary: pg.Pool) {
    this.#primary = primary;
    this.all = urls.map((url) => new Replica(url, primary));
  }

  /** The next one in turn that is used; null where there is none. */
  choose(): Replica | null {
    const used = this.all.filter(({ leftOut }) => leftOut === null);
    return used[this.#turn++ % Math.max(1, used.length)] ?? null;
  }

  figures = (): ReplicaFigures[] =>
    this.all.map(({ name, leftOut }, i) => ({
      name,
      isUsed: leftOut === null,
      lagMs: this.#lagsMs[i] ?? Infinity,
    }));

  /** Looks now and every second. */
  async watch(): Promise<void> {
    this.#timer ??= setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
    await this.look();
  }

  /**
   * Leaves out who is away, lags or is no replica of the primary, and takes back who is one again. Changes nothing while
   * the primary does not say how far it is.
   */
  look(nowMs: () => number = () => performance.now()): Promise<void> {
    this.#looking ??= this.#look(nowMs).finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    await Promise.all(this.all.map((replica) => replica.close()));
  }

  async #look(nowMs: () => number): Promise<void> {
    const askedAtMs = nowMs();
    const primary = await readReplicaState(this.#primary).catch(() => null);
    // A primary that fell back to being a replica tells no place of its own.
    if (primary === null || primary.replays) return;
    this.#seen.see(primary.place, askedAtMs);
    this.#lagsMs = await Promise.all(
      this.all.map(async (replica) => {
        const looked = await replica.look().catch(() => null);
        const lagMs = looked?.replays ? this.#seen.lagMs(looked.place, nowMs()) : Infinity;
        replica.leaveOut(judge(looked, { primary, lagMs }));
        return lagMs;
      }),
    );
  }
}

function judge(
  looked: ReplicaState | null,
  { primary, lagMs }: { primary: ReplicaState; lagMs: number },
): LeftOut {
  if (looked === null) return "is away";
  if (looked.system !== null && primary.system !== null && looked.system !== primary.system)
    return "is of another database";
  if (!looked.replays) return "is no replica now";
  return lagMs > mostLagMs() ? "lags" : null;
}
