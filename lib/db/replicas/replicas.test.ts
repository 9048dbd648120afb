import { expect, test } from "vitest";
import { PlacesSeen } from "./replicas";

const SECOND = 1_000;

test("a replica is as old as the last place of the primary that it has reached", () => {
  const seen = new PlacesSeen();
  expect(seen.lagMs(5n, 0)).toBe(Infinity);
  for (let second = 0; second < 10; second++) seen.see(BigInt(100 + second), second * SECOND);
  const at = 9 * SECOND + 40;
  expect([109n, 200n, 108n, 103n, 99n].map((place) => seen.lagMs(place, at))).toEqual([
    40,
    40,
    SECOND + 40,
    6 * SECOND + 40,
    Infinity,
  ]);
});

test("while nothing is written nobody grows old, but for who stands still before it", () => {
  const seen = new PlacesSeen();
  seen.see(100n, 0);
  for (let second = 1; second <= 1_000; second++) seen.see(101n, second * SECOND);
  expect([seen.lagMs(101n, 1_000 * SECOND), seen.lagMs(100n, 1_000 * SECOND)]).toEqual([0, Infinity]);
});

test("a new primary that lost the last of the log is the measure from then on", () => {
  const seen = new PlacesSeen();
  seen.see(100n, 0);
  seen.see(200n, SECOND);
  seen.see(150n, 2 * SECOND);
  expect([seen.lagMs(149n, 2 * SECOND), seen.lagMs(150n, 2 * SECOND)]).toEqual([Infinity, 0]);
});
