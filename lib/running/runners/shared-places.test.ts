import { afterEach, expect, it, vi } from "vitest";
import type { Claim } from "./run-claims";
import { PlacesInCommon, type SharedPlaces } from "./shared-places";

afterEach(() => vi.useRealTimers());

/** Places that answer when they are told to, and the runs that stand there. */
function latePlaces() {
  const standing = new Set<string>();
  let answer = () => undefined as void;
  const places: SharedPlaces = {
    take: (claim) =>
      new Promise((resolve) => {
        answer = () => {
          standing.add(claim.id);
          resolve({ granted: true, others: [] });
        };
      }),
    look: async () => [],
    renew: async () => [],
    leave: async (id) => void standing.delete(id),
  };
  return { places, standing, answer: () => answer() };
}

const claim: Claim = { id: "run", caller: "a", running: false, used: 0, expectedMs: 1, elapsedMs: 0 };

it.each(["gave up", "gave up and left"])(
  "a place that is given after its run %s is given back",
  async (how) => {
    vi.useFakeTimers();
    const { places, standing, answer } = latePlaces();
    const common = new PlacesInCommon(places, { claims: () => [], pace: () => 1_000, seen: () => undefined });
    const taken = common.take(claim, 2).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await taken).toMatchObject({ code: "RUNNER_UNAVAILABLE" });
    if (how.endsWith("left")) common.leave(claim.id);
    answer();
    expect([...standing]).toEqual(["run"]);
    await vi.advanceTimersByTimeAsync(0);
    await common.left();
    expect([...standing]).toEqual([]);
  },
);
