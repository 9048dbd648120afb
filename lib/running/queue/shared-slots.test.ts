import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { closeDatabase } from "@/lib/db/client";
import { runStatement } from "@/lib/db/statement";
import { testDatabase } from "@/lib/testing/database";
import type { Lease } from "@/lib/running/queue/decide-slots";
import { RunQueue, type QueueRequest } from "@/lib/running/queue/run-queue";
import { DatabaseSlots } from "@/lib/running/queue/slots-repository";

const database = testDatabase();

const free = (name: string, more: Partial<QueueRequest> = {}): QueueRequest => ({
  names: [name, `${name} net`],
  skill: `skill of ${name}`,
  limitMs: 300_000,
  ...more,
});
const paid = (name: string, more: Partial<QueueRequest> = {}): QueueRequest =>
  free(name, { paid: true, publisher: [`paid by ${name}`], limitMs: 60_000, ...more });
const long = (name: string, more: Partial<QueueRequest> = {}) => paid(name, { again: true, ...more });
const leaseOf = (id: string, more: Partial<Lease> = {}): Lease => ({
  id,
  state: "waiting",
  names: [id],
  publisher: [],
  paid: true,
  used: 0,
  expectedMs: 1,
  limitMs: 300_000,
  elapsedMs: 0,
  ...more,
});

const queues: RunQueue[] = [];
const entered = vi.spyOn(RunQueue.prototype, "enter");
let pools = 0;

/** Processes with one set of slots: the queue of each, and what stands for them. */
function processes(count: number, { concurrency = 2, maxWaitMs = 20_000, leaseMs = 15_000 } = {}) {
  const pool = `pool ${++pools}`;
  const made = Array.from({ length: count }, () => {
    const slots = new DatabaseSlots(pool, { leaseMs });
    return { queue: new RunQueue({ concurrency, maxWaiting: 50, maxWaitMs, slots }), slots };
  });
  queues.push(...made.map(({ queue }) => queue));
  const rows = () => database().runSlot.findMany({ where: { pool } });
  const running = async () => (await rows()).filter(({ state }) => state === "running").length;
  return {
    queues: made.map(({ queue }) => queue),
    slots: made.map(({ slots }) => slots),
    pool,
    rows,
    running,
  };
}

/** Asks and does not wait: what came of it so far. */
function ask(queue: RunQueue | undefined, request: QueueRequest) {
  const asked: { state: "waiting" | "inside" | "refused"; error?: unknown; leave: () => void } = {
    state: "waiting",
    leave: () => undefined,
  };
  queue?.enter({ cut: () => asked.leave(), ...request }).then(
    (leave) => Object.assign(asked, { state: "inside", leave }),
    (error: unknown) => Object.assign(asked, { state: "refused", error }),
  );
  return asked;
}

// The first connection of a busy machine takes its time.
beforeAll(async () => {
  const slots = new DatabaseSlots("first");
  await slots.place(leaseOf("first"), () => "waiting");
  await slots.renew([leaseOf("first")]);
});

afterEach(async () => {
  for (const queue of queues) queue.close();
  // Who is inside has its slot written again for ever, also while the next file on this thread is tested.
  for (const { type, value } of entered.mock.settledResults) if (type === "fulfilled") value();
  entered.mockClear();
  await Promise.all(queues.splice(0).map((queue) => queue.left()));
  await database().runSlot.deleteMany();
  vi.unstubAllEnvs();
});

describe("slots that several processes share", () => {
  it.each([2, 3, 5])("callers without payment of two processes never hold all of %i", async (concurrency) => {
    const { queues, running, rows } = processes(2, { concurrency, maxWaitMs: 300_000 });
    for (let each = 0; each < 4 * concurrency; each++) ask(queues[each % 2], free(`caller ${each}`));
    await expect.poll(running).toBe(concurrency - 1);
    await expect.poll(async () => (await rows()).length).toBe(4 * concurrency);
    expect(await running()).toBe(concurrency - 1);
    await queues[0]?.admit(paid("buyer"));
    expect(await queues[1]?.enter(paid("buyer"))).toBeTypeOf("function");
  });

  it.each([
    ["free runs of a caller", 2, (each: number) => free("one", { names: ["one", `net ${each}`] })],
    ["free runs of a network", 2, (each: number) => free("x", { names: [`caller ${each}`, "one"] })],
    ["long runs of a payer", 2, (each: number) => long("one", { names: ["one", `net ${each}`] })],
    ["long runs that pay one publisher", 2, (each: number) => long(`${each}`, { publisher: ["one"] })],
    ["long runs of many to many", 2, (each: number) => long(`payer ${each}`)],
  ])("%s hold only a part, wherever they are asked for", async (_whose, part, given) => {
    const { queues, running, rows } = processes(3, { concurrency: 5, maxWaitMs: 300_000 });
    for (let each = 0; each < 9; each++) ask(queues[each % 3], given(each));
    await expect.poll(async () => (await rows()).length).toBe(9);
    await expect.poll(running).toBe(part);
  });

  it("one slot more is never given, however many ask at the same moment", async () => {
    const { queues, running } = processes(12, { concurrency: 3 });
    const asked = queues.map((queue, each) => ask(queue, paid(`buyer ${each}`)));
    await expect.poll(() => asked.filter(({ state }) => state === "inside").length).toBe(3);
    expect(await running()).toBe(3);
  });

  it("gives a slot that is given back in one process to who waits in another", async () => {
    const { queues, rows } = processes(2);
    const leave = await queues[0]?.enter(free("first"));
    const second = ask(queues[1], free("second"));
    await expect.poll(async () => (await rows()).length).toBe(2);
    expect(second.state).toBe("waiting");
    leave?.();
    await expect.poll(() => second.state).toBe("inside");
    second.leave();
    await expect.poll(rows).toEqual([]);
  });

  it("ends a run that has had its turn when somebody who pays waits in another process", async () => {
    const { queues, slots } = processes(2);
    const first = ask(queues[0], paid("first"));
    await queues[0]?.enter(long("long"));
    await expect.poll(() => first.state).toBe("inside");
    const buyer = ask(queues[1], paid("buyer"));
    await expect.poll(() => buyer.state).toBe("inside");
    expect(first.state).toBe("inside"); // until then; it has left
    expect(await slots[1]?.list()).toHaveLength(1);
  });

  it("gives slots of a process that died back when its lease is over", async () => {
    const { queues, pool, rows, running } = processes(1);
    const dead = new DatabaseSlots(pool);
    for (const id of ["a", "b"])
      await dead.place(leaseOf(`${id} ${pool}`, { expectedMs: 60_000 }), () => "running");
    const buyer = ask(queues[0], paid("buyer"));
    await expect.poll(async () => (await rows()).length).toBe(3);
    expect(await running()).toBe(2);
    expect(buyer.state).toBe("waiting");
    await runStatement(
      `update "RunSlots" set lease_until = now() - interval '1 second' where process <> (
      select process from "RunSlots" where state = 'waiting' limit 1)`,
      [],
    );
    await expect.poll(() => buyer.state).toBe("inside");
  });

  it("keeps slots for as long as their process lives, and writes again what the database has lost", async () => {
    const { queues, slots, rows } = processes(2);
    await queues[0]?.enter(free("first"));
    const [row] = await rows();
    const lease = leaseOf(row?.id ?? "", {
      state: "running",
      names: ["first", "first net"],
      paid: false,
      elapsedMs: 7_000,
    });
    await database().runSlot.updateMany({ data: { leaseUntil: new Date(0) } });
    expect(await slots[1]?.list()).toEqual([]);
    await slots[0]?.renew([lease]);
    expect(await slots[1]?.list()).toMatchObject([{ id: lease.id, names: lease.names, state: "running" }]);
    await database().runSlot.deleteMany();
    await slots[0]?.renew([lease]);
    const [seen] = (await slots[1]?.list()) ?? [];
    expect(seen?.elapsedMs).toBeGreaterThan(6_999); // a moment is stored in whole milliseconds
  });

  it("sells nothing that might wait too long behind what waits and runs elsewhere", async () => {
    const { queues, rows } = processes(2);
    for (const each of ["a", "b", "c", "d", "e", "f", "g"]) ask(queues[0], paid(each));
    await expect.poll(async () => (await rows()).length).toBe(7);
    const refused = expect.objectContaining({ code: "RUNNER_BUSY" }) as unknown;
    await expect(queues[1]?.admit(paid("buyer"))).rejects.toEqual(refused);
  });

  it("keeps a slot for what was sold, whichever process sells or runs it", async () => {
    const { queues, rows } = processes(2);
    const sell = (queue: number, saleId: string) =>
      queues[queue]?.sell({ ...long(saleId), saleId }).then(
        () => "sold",
        (error: unknown) => error,
      );
    const busy = expect.objectContaining({ code: "RUNNER_BUSY" }) as unknown;
    const both = await Promise.all([sell(0, "first"), sell(1, "second")]);
    expect(both.filter((each) => each === "sold")).toHaveLength(1);
    const made = both[0] === "sold" ? "first" : "second";
    expect(await sell(0, "third")).toEqual(busy);
    expect(await sell(0, made)).toBe("sold"); // the same payment, handed in again
    const leave = await queues[1]?.enter(long(made, { saleId: made }));
    expect((await rows()).map(({ state }) => state)).toEqual(["running"]);
    expect(await sell(0, "third")).toEqual(busy);
    leave?.();
    await expect.poll(rows).toEqual([]);
    expect(await sell(0, "third")).toBe("sold");
    await queues[1]?.dropSale("third");
    expect(await sell(1, "fourth")).toBe("sold");
    await database().runSlot.updateMany({ data: { leaseUntil: new Date(0) } });
    expect(await sell(0, "fifth")).toBe("sold");
  });

  it("counts slots of other runners apart", async () => {
    const [here, there] = [processes(1), processes(1)];
    await here.queues[0]?.enter(free("one"));
    expect(await there.queues[0]?.enter(free("two"))).toBeTypeOf("function");
  });

  it("neither admits a payment nor runs anything while the database does not answer", async () => {
    const { queues } = processes(1);
    const url = process.env["DATABASE_URL"] ?? "";
    vi.stubEnv("DATABASE_URL", "postgres://nobody@127.0.0.1:9/none");
    await closeDatabase();
    const away = { code: "RUNNER_UNAVAILABLE", details: { retryAfterSeconds: 5 } };
    await expect(queues[0]?.admit(paid("buyer"))).rejects.toMatchObject(away);
    await expect(queues[0]?.sell({ ...paid("buyer"), saleId: "quo" })).rejects.toMatchObject(away);
    await expect(queues[0]?.enter(paid("buyer"))).rejects.toMatchObject(away);
    vi.stubEnv("DATABASE_URL", url);
    await closeDatabase();
    await queues[0]?.admit(paid("buyer"));
    expect(queues[0]?.running).toBe(0);
  });

  it("who leaves while it waits leaves nothing behind", async () => {
    const { queues, rows } = processes(2);
    const leave = await queues[0]?.enter(free("first"));
    const abort = new AbortController();
    const second = ask(queues[1], free("second", { signal: abort.signal }));
    await expect.poll(async () => (await rows()).length).toBe(2);
    abort.abort();
    await expect.poll(() => second.state).toBe("refused");
    leave?.();
    await expect.poll(rows).toEqual([]);
  });
});
