import { afterEach, describe, expect, it, vi } from "vitest";
import { RunHistory } from "@/lib/running/queue/run-history";
import { RunQueue, type QueueRequest } from "@/lib/running/queue/run-queue";
import { SALE_LEASE_MS, type SlotStore } from "@/lib/running/queue/slots-repository";

const given = (name: string, more: Partial<QueueRequest> = {}): QueueRequest => ({
  names: name === "" ? [] : [name, `${name} net`],
  skill: `skill of ${name}`,
  limitMs: 300_000,
  ...more,
});
const free = given;
const paid = (name: string, more: Partial<QueueRequest> = {}): QueueRequest =>
  given(name, { paid: true, publisher: [`paid by ${name}`], limitMs: 60_000, ...more });
const market: QueueRequest = { skill: "", limitMs: 60_000 };
const busy = { code: "RUNNER_BUSY" };

/** A queue with a clock of its own, and what became of those who asked. */
function queueOf(concurrency: number, { maxWaiting = 100, maxWaitMs = 20_000 } = {}) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const queue = new RunQueue({ concurrency, maxWaiting, maxWaitMs });
  const inside: string[] = [];
  const order: string[] = [];
  const leaves = new Map<string, () => void>();
  const over = new Set<string>();
  const refused: { name: string; error: unknown }[] = [];
  /** As the runner does it: a run ends at its limit, and a paid one that ends for others asks again. */
  const enter = (request: QueueRequest, name = request.names?.[0] ?? "market") => {
    let atLimit: NodeJS.Timeout | undefined;
    const leave = () => {
      clearTimeout(atLimit);
      if (!inside.includes(name)) return;
      inside.splice(inside.indexOf(name), 1);
      leaves.get(name)?.();
    };
    const begin = (left: () => void) => {
      leaves.set(name, left);
      inside.push(name);
      order.push(name);
      atLimit = setTimeout(() => (over.add(name), leave()), request.limitMs);
    };
    const cut = () => {
      leave();
      if (request.paid === true) enter({ ...request, again: true }, name);
      else refused.push({ name, error: "cut" });
    };
    void queue.enter({ ...request, cut }).then(begin, (error: unknown) => refused.push({ name, error }));
    return leave;
  };
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  /** Whether a run had its limit: it is neither inside nor asks again. */
  const isOver = (name: string) => over.has(name) && over.delete(name);
  return { queue, inside, order, refused, enter, pass, isOver };
}

afterEach(() => vi.useRealTimers());

describe("the queue before the sandboxes", () => {
  it("never lets more in than allowed, and everybody in turn", async () => {
    const queue = new RunQueue({ concurrency: 2, maxWaiting: 100 });
    const order: number[] = [];
    let inside = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 20 }, async (_, turn) => {
        const leave = await queue.enter(market);
        order.push(turn);
        most = Math.max(most, ++inside);
        await new Promise((resolve) => setTimeout(resolve, 1));
        inside--;
        leave();
      }),
    );
    expect(most).toBe(2);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it("refuses who comes when the queue is full, and who waited too long", async () => {
    const { queue, refused, enter, pass } = queueOf(1, { maxWaiting: 1, maxWaitMs: 20 });
    const leave = enter(market);
    enter(market, "waiting");
    enter(market, "too many");
    await pass(0);
    expect(refused).toMatchObject([{ name: "too many", error: busy }]);
    await pass(20);
    expect(refused).toMatchObject([
      { name: "too many" },
      { name: "waiting", error: { ...busy, details: { retryAfterSeconds: 15 } } },
    ]);
    leave();
    await expect(queue.enter(market)).resolves.toBeTypeOf("function");
  });

  it("forgets who leaves the queue, and gives the slot to the next", async () => {
    const queue = new RunQueue({ concurrency: 1, maxWaiting: 2 });
    const leave = await queue.enter(market);
    const abort = new AbortController();
    const impatient = queue.enter({ ...market, signal: abort.signal });
    const patient = queue.enter(market);
    abort.abort();
    await expect(impatient).rejects.toMatchObject({ name: "AbortError" });
    expect(queue.waiting).toBe(1);
    leave();
    await expect(patient).resolves.toBeTypeOf("function");
    await expect(queue.enter({ ...market, signal: abort.signal })).rejects.toMatchObject({
      name: "AbortError",
    });
  });

  it("counts a slot given back twice once", async () => {
    const queue = new RunQueue({ concurrency: 1, maxWaiting: 0 });
    const leave = await queue.enter(market);
    leave();
    leave();
    await queue.enter(market);
    await expect(queue.enter(market)).rejects.toMatchObject(busy);
  });

  it("goes round among callers, so that one with many runs does not keep the others waiting", async () => {
    const queue = new RunQueue({ concurrency: 1, maxWaiting: 10 });
    const leave = await queue.enter(market);
    const order: string[] = [];
    const enter = async (name: string) => {
      const done = await queue.enter(paid(name));
      order.push(name);
      done();
    };
    const all = ["greedy", "greedy", "greedy", "small", "other", "small"].map(enter);
    leave();
    await Promise.all(all);
    expect(order).toEqual(["greedy", "small", "other", "greedy", "small", "greedy"]);
  });

  it("lets one caller fill half of the queue at most, and one network too", async () => {
    const { queue, refused, enter, pass } = queueOf(1, { maxWaiting: 8 });
    enter(market);
    for (let each = 0; each < 4; each++) enter(paid("greedy"), `greedy ${each}`);
    await pass(0);
    expect(refused).toEqual([]);
    enter(paid("greedy"));
    enter(paid("neighbour", { names: ["neighbour", "greedy net"] }));
    await pass(0);
    expect(refused.map(({ name }) => name)).toEqual(["greedy", "neighbour"]);
    expect(queue.waiting).toBe(4);
    enter(paid("other"));
    await pass(0);
    expect(queue.waiting).toBe(5);
  });

  it("keeps the last places of the queue for runs that are paid", async () => {
    const { queue, refused, enter, pass } = queueOf(1, { maxWaiting: 4 });
    enter(paid("inside"));
    for (const name of ["a", "b", "c"]) enter(market, name);
    enter(free("free"));
    enter(paid("buyer"));
    await pass(0);
    expect(refused.map(({ name }) => name)).toEqual(["free"]);
    expect(queue.waiting).toBe(4);
    enter(paid("another"));
    await pass(0);
    expect(refused.map(({ name }) => name)).toEqual(["free", "another"]);
  });

  it("refuses everybody once it is closed", async () => {
    const queue = new RunQueue({ concurrency: 1, maxWaiting: 1 });
    await queue.enter(market);
    const waiting = queue.enter(market);
    queue.close();
    const away = { code: "RUNNER_UNAVAILABLE" };
    await expect(waiting).rejects.toMatchObject(away);
    await expect(queue.enter(market)).rejects.toMatchObject(away);
    await expect(queue.admit(paid("buyer"))).rejects.toMatchObject(away);
    await expect(queue.sell({ ...paid("buyer"), saleId: "quo" })).rejects.toMatchObject(away);
  });
});

describe("a burst of free runs of skills that were never run", () => {
  it.each([2, 4])("waits, and nobody of it is refused, before %i slots", async (concurrency) => {
    const { enter, order, refused, pass } = queueOf(concurrency, { maxWaiting: 16 });
    const leave = enter(free("somebody"));
    await pass(300);
    leave();
    const leaves = Array.from({ length: 12 }, (_, each) => enter(free(`caller ${each}`)));
    await pass(0);
    expect(refused).toEqual([]);
    for (const leave of leaves) {
      await pass(400);
      leave();
    }
    await pass(0);
    expect([order.length, refused]).toEqual([13, []]);
  });

  it("is refused as far as it is long, once that is seen", async () => {
    const { queue, enter, refused, pass } = queueOf(2, { maxWaiting: 16 });
    for (const name of ["x", "y", "z"]) {
      const leave = enter(free(name));
      await pass(5_000);
      leave();
    }
    for (let each = 0; each < 12; each++) enter(free(`caller ${each}`));
    await pass(0);
    expect(refused).toHaveLength(12 - 1 - queue.waiting);
    expect(queue.waiting).toBeLessThan(6);
  });
});

describe("slots shared by time", () => {
  it("ends a free run that had its time once somebody else waits, and not before", async () => {
    const { inside, enter, pass } = queueOf(2);
    enter(free("long"));
    await pass(60_000);
    expect(inside).toEqual(["long"]);
    enter(free("next"));
    await pass(1);
    expect(inside).toEqual(["next"]);
    enter(free("third"));
    await pass(4_998);
    expect(inside).toEqual(["next"]);
    await pass(2);
    expect(inside).toEqual(["third"]);
  });

  it("ends none for another run of the same caller or network, and no paid run for a free one", async () => {
    const { inside, enter, pass } = queueOf(2);
    enter(free("long", { names: ["long", "net"] }));
    enter(paid("buyer"));
    enter(free("long", { names: ["long", "elsewhere"] }), "again");
    enter(free("neighbour", { names: ["neighbour", "net"] }));
    await pass(19_000);
    expect(inside).toEqual(["long", "buyer"]);
  });

  it("ends a paid run once, after its turn, and then lets it run to its end", async () => {
    const { inside, order, enter, pass } = queueOf(2);
    const first = enter(paid("first"));
    enter(paid("hog"));
    await pass(500);
    enter(paid("buyer"));
    await pass(1_400);
    expect(inside).toEqual(["first", "hog"]);
    await pass(200);
    // Both had their turn. The one that ended first has the one slot for long runs now, and the other waits for it.
    expect(order).toEqual(["first", "hog", "buyer", "first"]);
    expect(inside).toEqual(["buyer", "first"]);
    enter(paid("fresh"));
    await pass(50_000);
    expect(inside).toEqual(["first", "fresh"]);
    first();
    await pass(10);
    expect(inside).toContain("hog");
  });

  it("lets a paid run in before all free ones, and whoever has used least before those who have used much", async () => {
    const { inside, enter, pass } = queueOf(1);
    const end = enter(free("heavy"));
    await pass(4_000);
    enter(free("other"));
    end();
    await pass(0);
    enter(free("heavy"), "heavy again");
    enter(free("fresh"));
    enter(paid("buyer"));
    await pass(2_000);
    expect(inside).toEqual(["buyer"]);
  });

  it("among those that have used the same, what may take less comes first, and who would wait too long is told so", async () => {
    const { inside, refused, enter, pass } = queueOf(2);
    for (let each = 0; each < 30; each++) enter(free(`greedy ${each}`));
    await pass(0);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ error: busy });
    enter(free("quick", { limitMs: 10_000 }));
    await pass(5_000);
    expect(inside).toEqual(["quick"]);
  });

  it("short runs of one who has used a little come before a first turn of those who want all of it", async () => {
    const { inside, enter, pass } = queueOf(2);
    const end = enter(free("quick"));
    await pass(1_000);
    end();
    enter(free("greedy"));
    enter(free("greedy too"));
    enter(free("quick"));
    await pass(5_001);
    expect(inside).toEqual(["quick"]);
  });

  it("ten callers with endless runs do not keep one who has used nothing waiting for more than a turn", async () => {
    const { inside, enter, pass } = queueOf(2);
    for (let each = 0; each < 10; each++) enter(free(`greedy ${each}`));
    for (let turn = 0; turn < 30; turn++) {
      await pass(5_000);
      for (let each = 0; each < 10; each++)
        if (!inside.includes(`greedy ${each}`)) enter(free(`greedy ${each}`));
    }
    enter(free("honest"));
    await pass(5_010);
    expect(inside).toContain("honest");
  });

  it.each([
    ["networks of their own", (each: number) => paid(`payer ${each}`)],
    ["one network", (each: number) => paid(`payer ${each}`, { names: [`payer ${each}`, "one net"] })],
    ["one skill", (each: number) => paid(`payer ${each}`, { publisher: ["themselves"] })],
  ])(
    "ten payers to themselves of %s do not keep a buyer waiting for more than a turn",
    async (_of, payer) => {
      const { queue, inside, order, refused, enter, pass, isOver } = queueOf(2);
      const waits: number[] = [];
      const isSold = (request: QueueRequest, saleId: string) =>
        queue.sell({ ...request, saleId }).then(
          () => true,
          () => false,
        );
      /** Each has one run at a time, and asks again every second while nothing is sold to it. */
      const present = new Set<string>();
      let asked: number | undefined;
      for (let second = 0; second < 600; second++) {
        for (const name of present) if (isOver(name)) present.delete(name);
        for (let each = 0; each < 10; each++) {
          const name = `payer ${each}`;
          if (present.has(name) || !(await isSold(payer(each), name))) continue;
          present.add(name);
          enter({ ...payer(each), saleId: name }, name);
        }
        asked ??= performance.now();
        const buyer = { ...paid("buyer"), saleId: `sale ${second}` };
        if (await isSold(buyer, buyer.saleId)) {
          const leave = enter(buyer, "buyer");
          for (let each = 0; each < 1_000 && !inside.includes("buyer"); each++) await pass(50);
          waits.push(performance.now() - asked);
          asked = undefined;
          leave();
        }
        await pass(1_000);
      }
      const sorted = waits.toSorted((one, other) => one - other);
      expect(sorted.length).toBeGreaterThan(500);
      expect(sorted[Math.floor(0.95 * sorted.length)]).toBeLessThanOrEqual(2_000);
      // Nobody has used anything at first: the ten turns of those who came before.
      expect(sorted.at(-1)).toBeLessThan(20_000);
      expect(refused.filter(({ name }) => name === "buyer")).toEqual([]);
      // The slot for long runs is theirs in turn.
      expect(order.filter((name) => name.startsWith("payer")).length).toBeGreaterThan(8);
    },
  );
});

describe("what is sold", () => {
  it("is sold while a slot will be free in time, and refused with the time to ask again", async () => {
    const { queue, enter, pass } = queueOf(2);
    await queue.admit(paid("buyer"));
    for (const each of ["a", "b", "c", "d", "e", "f", "g"]) enter(paid(each));
    await pass(0);
    const refused = { ...busy, details: { retryAfterSeconds: 12 } };
    await expect(queue.admit(paid("buyer"))).rejects.toMatchObject(refused);
    await expect(queue.sell({ ...paid("buyer"), saleId: "quo" })).rejects.toMatchObject(refused);
  });

  it("is sold as ever while free runs wait, because a slot is kept", async () => {
    const { queue, enter, pass } = queueOf(2);
    for (let each = 0; each < 20; each++) enter(free(`greedy ${each}`));
    await pass(0);
    await expect(queue.admit(paid("buyer"))).resolves.toBeUndefined();
  });

  it("counts what long runs may take, not what they have taken so far", async () => {
    const { queue, enter, pass } = queueOf(1);
    enter(paid("long", { limitMs: 60_000, again: true }));
    await pass(40_000);
    await expect(queue.admit(paid("buyer"))).rejects.toMatchObject(busy);
    await pass(10_000);
    await expect(queue.admit(paid("buyer"))).resolves.toBeUndefined();
  });

  it("has its slot kept: nobody is sold the same one, until it runs, is dropped or was never made", async () => {
    const { queue, pass, enter } = queueOf(2);
    const long = (name: string) => paid(name, { again: true, saleId: name });
    const sell = (name: string) => queue.sell({ ...long(name), saleId: name });
    await sell("first");
    await expect(sell("second")).rejects.toMatchObject(busy);
    await sell("first"); // the same payment, handed in again
    await queue.dropSale("first");
    await sell("second");
    await pass(SALE_LEASE_MS + 1);
    await sell("third");
    const leave = enter(long("third"));
    await pass(0);
    leave();
    await pass(0);
    await sell("fourth");
  });

  it("what is paid is tried for as long as may be, though it was sold nowhere", async () => {
    const { queue, refused, enter, pass } = queueOf(2);
    for (let each = 0; each < 20; each++) enter(paid(`buyer ${each}`));
    await pass(0);
    expect(refused).toEqual([]);
    expect(queue.waiting).toBe(18);
  });
});

describe("how long runs take", () => {
  const asked = { skill: "s", names: ["a", "net"], paid: false, limitMs: 300_000 };
  const history = () => new RunHistory(() => performance.now());

  it("is learnt for each caller, and a turn where nothing is known", () => {
    const times = history();
    expect(times.expectedMs(asked)).toBe(5_000); // nothing was run yet
    expect(times.expectedMs({ ...asked, paid: true })).toBe(2_000);
    expect(times.expectedMs({ ...asked, limitMs: 900 })).toBe(900);
    for (let each = 0; each < 20; each++) times.record(asked, 200_000);
    expect(times.expectedMs(asked)).toBe(200_000);
    expect(times.expectedMs({ ...asked, names: ["b", "net"] })).toBe(200_000);
    expect(times.expectedMs({ ...asked, skill: "t" })).toBe(5_000);
  });

  it("is typical of all skills in the middle, whatever one of them takes, and at most a turn", () => {
    const times = history();
    const typical = () => times.expectedMs({ ...asked, skill: "never run", names: ["b"] });
    times.record({ ...asked, skill: "one" }, 100);
    expect(typical()).toBe(100);
    for (let each = 0; each < 20; each++) times.record({ ...asked, skill: "long" }, 200_000);
    expect(typical()).toBe(100);
    times.record({ ...asked, skill: "two" }, 300);
    expect(typical()).toBe(300);
    times.record({ ...asked, skill: "longer" }, 300_000);
    times.record({ ...asked, skill: "longest" }, 400_000);
    expect(typical()).toBe(5_000);
  });

  it("of a thousand skills, and what was run longest ago is forgotten first", () => {
    const times = history();
    const expected = () => times.expectedMs({ ...asked, skill: "first", names: ["b"] });
    times.record({ ...asked, skill: "first" }, 4_000);
    for (let each = 1; each < 1_000; each++) times.record({ ...asked, skill: `skill ${each}` }, 100);
    expect(expected()).toBe(4_000);
    times.record({ ...asked, skill: "one more" }, 100);
    expect(expected()).toBe(100);
  });

  it("what a stranger's inputs take makes nobody else's run a long one, and quick runs are expected of everybody", () => {
    const times = history();
    const stranger = { ...asked, names: ["stranger", "elsewhere"], paid: true };
    for (let each = 0; each < 20; each++) times.record(stranger, 200_000);
    expect(times.expectedMs(stranger)).toBe(200_000);
    expect(times.expectedMs({ ...asked, paid: true })).toBe(2_000);
    for (let each = 0; each < 40; each++) times.record({ ...asked, names: [`caller ${each}`] }, 40);
    expect(times.expectedMs({ ...asked, paid: true })).toBeLessThan(100);
  });

  it("what was used is counted for every name, and half after a minute", () => {
    let now = 0;
    const used = new RunHistory(() => now);
    const after = (names: string[], expectedMs: number, more: Partial<typeof asked> = {}) =>
      used.usedAfter({ ...asked, names, ...more }, expectedMs);
    expect(after([], 0)).toBe(10); // never run: a whole turn
    expect(after([], 0, { limitMs: 1_000 })).toBe(2);
    expect(after([], 0, { paid: true })).toBe(0);
    used.record(asked, 60_000);
    expect(after(["a", "elsewhere"], 60_000)).toBe(130); // a turn at most
    expect(after(["a", "elsewhere"], 0)).toBe(120);
    expect(after(["b", "net"], 500)).toBe(121);
    now = 60_000;
    expect(after(["a"], 0)).toBe(60);
  });
});

/** Slots that answer when they are told to, and the runs that stand there. */
function lateSlots() {
  const standing = new Set<string>();
  let answer = () => undefined as void;
  const slots: SlotStore = {
    isShared: true,
    place: (lease) =>
      new Promise((resolve) => {
        answer = () => {
          standing.add(lease.id);
          resolve({ state: "running", others: [] });
        };
      }),
    list: async () => [],
    renew: async () => [],
    remove: async (id) => void standing.delete(id),
  };
  return { slots, standing, answer: () => answer() };
}

it.each(["gave up", "left"])("a slot that is given after its run %s is given back", async (how) => {
  vi.useFakeTimers();
  const { slots, standing, answer } = lateSlots();
  const queue = new RunQueue({ concurrency: 2, maxWaiting: 2, slots });
  const abort = new AbortController();
  const entered = queue.enter(paid("a", { signal: abort.signal })).catch((error: unknown) => error);
  if (how === "left") abort.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await entered).toMatchObject({ code: "RUNNER_UNAVAILABLE" });
  answer();
  expect(standing.size).toBe(1);
  await vi.advanceTimersByTimeAsync(0);
  await queue.left();
  expect([...standing]).toEqual([]);
  expect([queue.running, queue.waiting]).toEqual([0, 0]);
});
