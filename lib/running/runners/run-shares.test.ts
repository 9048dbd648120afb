import { afterEach, describe, expect, it, vi } from "vitest";
import type { Entrant } from "./run-entrant";
import { RunGate } from "./run-gate";
import { mayEnter } from "./run-shares";
import { remainingMs, RunTimes } from "./run-times";

const free = (caller: string, network = `${caller} net`): Entrant => ({
  caller,
  network,
  timeoutMs: 300_000,
});
const paid = (caller: string): Entrant => ({ caller, paid: true, timeoutMs: 10_000 });

/** A gate with a clock of its own, and what became of those who asked. */
function gateOf(concurrency: number, { maxWaiting = 100, maxWaitMs = 20_000, sliceMs = 5_000 } = {}) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const gate = new RunGate({ concurrency, maxWaiting, maxWaitMs, sliceMs });
  const inside: string[] = [];
  const leaves = new Map<string, () => void>();
  const refused: unknown[] = [];
  const enter = (entrant: Entrant, name = entrant.caller ?? "market") => {
    const leave = (name: string) => {
      inside.splice(inside.indexOf(name), 1);
      leaves.get(name)?.();
    };
    void gate.enter({ cut: () => leave(name), ...entrant }).then(
      (left) => (leaves.set(name, left), inside.push(name)),
      (error: unknown) => refused.push(error),
    );
    return () => leave(name);
  };
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return { gate, inside, refused, enter, pass };
}

afterEach(() => vi.useRealTimers());

describe("shares in places", () => {
  it.each([1, 2, 3, 4, 8, 16])(
    "free runs of many never hold all of %i places; two and more",
    (concurrency) => {
      const inside: Entrant[] = [];
      for (let each = 0; each < 3 * concurrency; each++) {
        const given = free(`caller ${each}`);
        if (mayEnter(given, inside, concurrency)) inside.push(given);
      }
      expect(inside).toHaveLength(Math.max(1, concurrency - 1));
      if (concurrency > 1) expect(mayEnter(paid("buyer"), inside, concurrency)).toBe(true);
    },
  );

  it.each([
    ["one account", (each: number) => free("account", `net ${each}`)],
    ["one network under many accounts", (each: number) => free(`account ${each}`, "net")],
    ["one wallet", () => paid("wallet")],
  ])("%s holds only a part", (_who, ask) => {
    for (const concurrency of [2, 4, 9]) {
      const inside: Entrant[] = [];
      for (let each = 0; each < 30; each++)
        if (mayEnter(ask(each), inside, concurrency)) inside.push(ask(each));
      expect(inside.length).toBeLessThan(concurrency);
      expect(inside.length).toBeGreaterThan(0);
    }
  });

  it("the market's own work takes what is there", () => {
    expect(mayEnter({}, [{}, free("a")], 3)).toBe(true);
    expect(mayEnter({}, [{}, {}, {}], 3)).toBe(false);
  });
});

describe("places shared by time", () => {
  it("ends a free run that had its time once somebody else waits, and not before", async () => {
    const { inside, enter, pass } = gateOf(2);
    enter(free("long"));
    await pass(60_000);
    expect(inside).toEqual(["long"]);
    enter(free("next"));
    await pass(0);
    expect(inside).toEqual(["next"]);
    enter(free("third"));
    await pass(4_999);
    expect(inside).toEqual(["next"]);
    await pass(1);
    expect(inside).toEqual(["third"]);
  });

  it("ends none for another run of the same caller or network, and no paid run ever", async () => {
    const { inside, enter, pass } = gateOf(2);
    enter(free("long", "net"));
    enter(paid("buyer"));
    enter(free("long", "elsewhere"), "again");
    enter(free("neighbour", "net"));
    await pass(19_000);
    expect(inside).toEqual(["long", "buyer"]);
  });

  it("lets a paid run in before all free ones, and whoever has used least before those who have used much", async () => {
    const { inside, enter, pass } = gateOf(1);
    const end = enter(free("heavy"));
    await pass(4_000);
    enter(free("other"));
    end();
    await pass(0);
    enter(free("heavy"), "heavy again");
    enter(free("fresh"));
    enter(paid("buyer"));
    await pass(5_000);
    expect(inside).toEqual(["buyer"]);
  });

  it("among those that have used the same, what may take less comes first, and is told so", async () => {
    const { gate, inside, refused, enter, pass } = gateOf(2);
    for (let each = 0; each < 10; each++) enter(free(`greedy ${each}`));
    await pass(0);
    expect(refused.length).toBeGreaterThan(0);
    const quick = { ...free("quick"), timeoutMs: 10_000 };
    expect(gate.expectedWaitMs(quick)).toBe(5_000);
    expect(gate.expectedWaitMs(free("other"))).toBeGreaterThan(20_000);
    enter(quick);
    await pass(5_000);
    expect(inside).toEqual(["quick"]);
  });

  it("short runs of one who has used a little come before a first turn of those who want all of it", async () => {
    const { inside, enter, pass } = gateOf(2);
    const quick = { ...free("quick"), skill: "quick" };
    const end = enter(quick);
    await pass(1_000);
    end();
    enter(free("greedy"));
    enter(free("greedy too"));
    enter(quick);
    await pass(5_000);
    expect(inside).toEqual(["quick"]);
  });

  it("ten callers with endless runs do not keep one who has used nothing waiting for more than a turn", async () => {
    const { inside, enter, pass } = gateOf(2);
    for (let each = 0; each < 10; each++) enter(free(`greedy ${each}`));
    for (let turn = 0; turn < 30; turn++) {
      await pass(5_000);
      for (let each = 0; each < 10; each++)
        if (!inside.includes(`greedy ${each}`)) enter(free(`greedy ${each}`));
    }
    enter(free("honest"));
    await pass(5_000);
    expect(inside).toContain("honest");
  });
});

describe("admission by the wait that is to be expected", () => {
  it("sells nothing that could not be made in time, and says how long", async () => {
    const { gate, enter, pass } = gateOf(2);
    await gate.admit("buyer");
    for (const each of ["a", "b", "c", "d", "e", "f", "g"]) enter({ ...paid(each), timeoutMs: 5_000 });
    await pass(0);
    await expect(gate.admit("buyer")).rejects.toMatchObject({
      code: "RUNNER_BUSY",
      details: { retryAfterSeconds: 15 },
    });
  });

  it("sells as ever while free runs wait, because a place is kept", async () => {
    const { gate, enter, pass } = gateOf(2);
    for (let each = 0; each < 20; each++) enter(free(`greedy ${each}`));
    await pass(0);
    await expect(gate.admit("buyer")).resolves.toBeUndefined();
  });

  it("refuses a free run at once that would wait too long, and none that is paid", async () => {
    const { gate, refused, enter, pass } = gateOf(2);
    for (let each = 0; each < 8; each++) enter(free(`greedy ${each}`));
    await pass(0);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ code: "RUNNER_BUSY" });
    const before = refused.length;
    for (let each = 0; each < 20; each++) enter(paid(`buyer ${each}`));
    await pass(0);
    expect(refused).toHaveLength(before);
    expect(gate.waiting).toBeGreaterThan(10);
  });

  it("learns how long runs of a skill take", () => {
    const times = new RunTimes();
    expect(times.expect("slow", 300_000)).toBe(5_000);
    expect(times.expect("slow", 1_000)).toBe(1_000);
    for (let each = 0; each < 20; each++) times.learn("slow", 200_000);
    times.learn("quick", 40);
    expect(times.expect("slow", 300_000)).toBe(200_000);
    expect(times.expect("quick", 300_000)).toBe(40);
  });

  it("a run that takes longer than expected is taken to need as long again, and no longer than it may", () => {
    const run = { expectedMs: 1_000, timeoutMs: 10_000 };
    expect([0, 400, 1_000, 4_000, 9_000, 12_000].map((elapsed) => remainingMs(run, elapsed))).toEqual([
      1_000, 600, 1_000, 4_000, 1_000, 0,
    ]);
  });
});
