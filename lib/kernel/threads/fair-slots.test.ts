import { describe, expect, test } from "vitest";
import { FairSlots, type SlotRules } from "@/lib/kernel/threads/fair-slots";

/** Seats by number, a clock of its own, and the order in which callers were seated. */
function room(count: number, rules: SlotRules = {}) {
  let now = 0;
  const seats = new FairSlots(
    Array.from({ length: count }, (_, i) => i),
    { now: () => now, ...rules },
  );
  const order: string[] = [];
  const ends = new Map<string, () => void>();
  const settle = async () => {
    for (let turn = 0; turn < 8; turn++) await Promise.resolve();
  };
  const use = (caller: string | null, name: string) =>
    seats.use(caller, async () => {
      order.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
    });
  /** Asks, and lets those be seated who can be. */
  const ask = async (caller: string | null, name = caller ?? "market") => {
    const refused = use(caller, name).catch((error: unknown) => error);
    return Promise.race([refused, settle()]);
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await settle();
  };
  return { seats, order, ask, end, pass: (ms: number) => (now += ms) };
}

describe("seats shared by the time that callers use", () => {
  test("a caller has one at a time, however many there are", async () => {
    const { order, ask, end } = room(3);
    await ask("a", "a1");
    await ask("a", "a2");
    await ask("b", "b1");
    expect(order).toEqual(["a1", "b1"]);
    await end("a1");
    expect(order).toEqual(["a1", "b1", "a2"]);
  });

  test("the last free one is for callers who have used little, and heavy ones get it later", async () => {
    const { order, ask, end, pass } = room(2);
    await ask("slow", "slow1");
    pass(5_000);
    await end("slow1");
    await ask("other", "other1");
    await ask("slow", "slow2");
    expect(order).toEqual(["slow1", "other1"]);
    await ask("quick", "quick1");
    expect(order).toEqual(["slow1", "other1", "quick1"]);
    await end("quick1");
    expect(order).toHaveLength(3);
    await end("other1");
    expect(order).toEqual(["slow1", "other1", "quick1", "slow2"]);
  });

  test("whoever has used least is next, not whoever came first", async () => {
    const { order, ask, end, pass } = room(2);
    await ask("heavy", "heavy1");
    pass(200);
    await end("heavy1");
    await ask("x");
    await ask("y");
    await ask("heavy", "heavy2");
    await ask("new");
    expect(order).toEqual(["heavy1", "x", "y"]);
    await end("x");
    expect(order.at(-1)).toBe("new");
    await end("y");
    expect(order.at(-1)).toBe("heavy2");
  });

  test("what was used is forgotten by and by", async () => {
    const { order, ask, end, pass } = room(2, { halfLifeMs: 1_000 });
    await ask("slow", "slow1");
    pass(1_000);
    await end("slow1");
    pass(10_000);
    await ask("other");
    await ask("slow", "slow2");
    expect(order).toEqual(["slow1", "other", "slow2"]);
  });

  test("too many waiting are refused, the market's own work never", async () => {
    const { seats, ask } = room(1, { maxWaiting: 2, maxWaitingOfCaller: 1 });
    await ask("a", "a1");
    await ask("a", "a2");
    expect(await ask("a", "a3")).toMatchObject({
      code: "RATE_LIMITED",
      details: { retryAfterSeconds: 2 },
    });
    await ask("b");
    expect(await ask("c")).toMatchObject({ code: "RATE_LIMITED" });
    await ask(null);
    expect(seats.waiting).toBe(3);
  });

  test("where too many wait, whoever has used most makes room for who has used less, and for nobody else", async () => {
    const { seats, order, ask, end, pass } = room(1, { maxWaiting: 2 });
    const busy = { code: "RATE_LIMITED", details: { retryAfterSeconds: 2 } };
    for (const [caller, ms] of [
      ["slow", 2_000],
      ["slower", 3_000],
    ] as const) {
      await ask(caller, `${caller} first`);
      pass(ms);
      await end(`${caller} first`);
    }
    await ask("x");
    const slower = ask("slower");
    await ask("slow");
    expect(await ask("slower", "slower again")).toMatchObject(busy);
    await ask("quick");
    expect(await ask("slow", "slow again")).toMatchObject(busy);
    await ask("new");
    expect(await ask("newer")).toMatchObject(busy);
    expect(seats.waiting).toBe(2);
    await end("x");
    await end("quick");
    expect(order.slice(2)).toEqual(["x", "quick", "new"]);
    await slower;
  });

  test("a seat comes back from work that fails", async () => {
    const { seats, order, ask } = room(1);
    await expect(seats.use("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await ask("a");
    expect(order).toEqual(["a"]);
  });
});
