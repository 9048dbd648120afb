import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { closeDatabase } from "@/lib/db/client";
import { runStatement } from "@/lib/db/statement";
import { testDatabase } from "@/lib/testing/database";
import { DatabasePlaces } from "./database-places";
import type { Entrant } from "./run-entrant";
import { RunGate } from "./run-gate";

const database = testDatabase();

const free = (caller: string, more: Partial<Entrant> = {}): Entrant => ({
  caller,
  network: `${caller} net`,
  timeoutMs: 300_000,
  ...more,
});
const paid = (caller: string): Entrant => ({ caller, paid: true, timeoutMs: 10_000 });

const gates: RunGate[] = [];
const entered = vi.spyOn(RunGate.prototype, "enter");
let pools = 0;

/** Processes with one set of places: the gate of each, and what stands for them. */
function processes(
  count: number,
  { concurrency = 2, maxWaitMs = 20_000, sliceMs = 60_000, leaseMs = 15_000 } = {},
) {
  const pool = `pool ${++pools}`;
  const made = Array.from({ length: count }, () => {
    const shared = new DatabasePlaces(pool, { leaseMs });
    const gate = new RunGate({ concurrency, maxWaiting: 50, maxWaitMs, sliceMs, shared });
    return { gate, shared };
  });
  gates.push(...made.map(({ gate }) => gate));
  const rows = () => database().runPlace.findMany({ where: { pool } });
  const running = async () => (await rows()).filter((each) => each.running).length;
  return {
    gates: made.map(({ gate }) => gate),
    places: made.map(({ shared }) => shared),
    pool,
    rows,
    running,
  };
}

/** Asks and does not wait: what came of it so far. */
function ask(gate: RunGate | undefined, entrant: Entrant) {
  const asked: { state: "waiting" | "inside" | "refused"; error?: unknown; leave: () => void } = {
    state: "waiting",
    leave: () => undefined,
  };
  gate?.enter(entrant).then(
    (leave) => Object.assign(asked, { state: "inside", leave }),
    (error: unknown) => Object.assign(asked, { state: "refused", error }),
  );
  return asked;
}

// The first connection of a busy machine takes its time.
beforeAll(async () => {
  const places = new DatabasePlaces("first");
  const claim = { id: "first", caller: "first", running: false, used: 0, expectedMs: 1, elapsedMs: 0 };
  await places.take(claim, 1);
  await places.renew([claim]);
});

afterEach(async () => {
  for (const gate of gates) gate.close();
  // Who is inside has its place written again for ever, also while the next file on this thread is tested.
  for (const { type, value } of entered.mock.settledResults) if (type === "fulfilled") value();
  entered.mockClear();
  await Promise.all(gates.splice(0).map((gate) => gate.left()));
  await database().runPlace.deleteMany();
  vi.unstubAllEnvs();
});

describe("places that several processes share", () => {
  it.each([2, 3, 5])("callers without payment of two processes never hold all of %i", async (concurrency) => {
    const { gates, running, rows } = processes(2, { concurrency, maxWaitMs: 300_000 });
    for (let each = 0; each < 4 * concurrency; each++) ask(gates[each % 2], free(`caller ${each}`));
    await expect.poll(running).toBe(concurrency - 1);
    await expect.poll(async () => (await rows()).length).toBe(4 * concurrency);
    expect(await running()).toBe(concurrency - 1);
    await gates[0]?.admit("buyer");
    expect(await gates[1]?.enter(paid("buyer"))).toBeTypeOf("function");
  });

  it.each([
    ["a caller", (each: number) => free("one", { network: `net ${each}` })],
    ["a network", (each: number) => free(`caller ${each}`, { network: "one" })],
  ])("%s holds only a part, wherever it asks", async (_who, given) => {
    const { gates, running, rows } = processes(3, { concurrency: 5 });
    for (let each = 0; each < 9; each++) ask(gates[each % 3], given(each));
    await expect.poll(async () => (await rows()).length).toBe(9);
    expect(await running()).toBe(2);
  });

  it("one place more is never given, however many ask at the same moment", async () => {
    const { places, running } = processes(12, { concurrency: 3 });
    const claim = { running: false, used: 0, expectedMs: 1, elapsedMs: 0 };
    const taken = await Promise.all(
      places.map((each, i) =>
        each.take({ ...claim, id: `run ${i} ${pools}`, caller: `buyer ${i}`, paid: true }, 3),
      ),
    );
    expect(taken.filter(({ granted }) => granted)).toHaveLength(3);
    expect(await running()).toBe(3);
  });

  it("gives a place that is given back in one process to who waits in another", async () => {
    const { gates, rows } = processes(2);
    const leave = await gates[0]?.enter(free("first"));
    const second = ask(gates[1], free("second"));
    await expect.poll(async () => (await rows()).length).toBe(2);
    expect(second.state).toBe("waiting");
    leave?.();
    await expect.poll(() => second.state).toBe("inside");
    second.leave();
    await expect.poll(rows).toEqual([]);
  });

  it("ends a run that has had its time when somebody waits in another process", async () => {
    const { gates } = processes(2, { sliceMs: 20 });
    const first = ask(gates[0], free("long", { cut: () => first.leave() }));
    await expect.poll(() => first.state).toBe("inside");
    const second = ask(gates[1], free("other"));
    await expect.poll(() => second.state).toBe("inside");
  });

  it("gives places of a process that died back when its lease is over", async () => {
    const { gates, pool, rows, running } = processes(1);
    const dead = new DatabasePlaces(pool);
    const claim = { running: false, used: 0, expectedMs: 1, elapsedMs: 0, timeoutMs: 300_000 };
    for (const id of ["a", "b"])
      await dead.take({ ...claim, id: `${id} ${pool}`, caller: id, paid: true }, 2);
    const buyer = ask(gates[0], paid("buyer"));
    await expect.poll(async () => (await rows()).length).toBe(3);
    expect(await running()).toBe(2);
    expect(buyer.state).toBe("waiting");
    await runStatement(
      `update "RunPlaces" set lease_until = now() - interval '1 second' where process <> (
      select process from "RunPlaces" where not running limit 1)`,
      [],
    );
    await expect.poll(() => buyer.state).toBe("inside");
  });

  it("keeps places for as long as their process lives, and writes again what the database has lost", async () => {
    const { gates, places, rows } = processes(2);
    await gates[0]?.enter(free("first"));
    const [row] = await rows();
    const claim = {
      id: row?.id ?? "",
      caller: "first",
      running: true,
      used: 0,
      expectedMs: 5_000,
      elapsedMs: 7_000,
    };
    await database().runPlace.updateMany({ data: { leaseUntil: new Date(0) } });
    expect(await places[1]?.look()).toEqual([]);
    await places[0]?.renew([claim]);
    expect(await places[1]?.look()).toMatchObject([{ id: claim.id, caller: "first", running: true }]);
    await database().runPlace.deleteMany();
    await places[0]?.renew([claim]);
    const [seen] = (await places[1]?.look()) ?? [];
    expect(seen?.elapsedMs).toBeGreaterThan(6_999); // a moment is stored in whole milliseconds
  });

  it("sells nothing that would wait too long behind what waits and runs elsewhere", async () => {
    const { gates, rows } = processes(2);
    for (const each of ["a", "b", "c", "d", "e", "f", "g"])
      ask(gates[0], { ...paid(each), timeoutMs: 5_000 });
    await expect.poll(async () => (await rows()).length).toBe(7);
    const refused = expect.objectContaining({ code: "RUNNER_BUSY" }) as unknown;
    await expect(gates[1]?.admit("buyer")).rejects.toEqual(refused);
  });

  it("counts places of other runners apart", async () => {
    const [here, there] = [processes(1), processes(1)];
    await here.gates[0]?.enter(free("one"));
    expect(await there.gates[0]?.enter(free("two"))).toBeTypeOf("function");
  });

  it("neither admits a payment nor runs anything while the database does not answer", async () => {
    const { gates } = processes(1);
    const url = process.env["DATABASE_URL"] ?? "";
    vi.stubEnv("DATABASE_URL", "postgres://nobody@127.0.0.1:9/none");
    await closeDatabase();
    const away = { code: "RUNNER_UNAVAILABLE", details: { retryAfterSeconds: 5 } };
    await expect(gates[0]?.admit("buyer")).rejects.toMatchObject(away);
    await expect(gates[0]?.enter(paid("buyer"))).rejects.toMatchObject(away);
    vi.stubEnv("DATABASE_URL", url);
    await closeDatabase();
    await gates[0]?.admit("buyer");
    expect(gates[0]?.inside).toBe(0);
  });

  it("who leaves while it waits leaves nothing behind", async () => {
    const { gates, rows } = processes(2);
    const leave = await gates[0]?.enter(free("first"));
    const abort = new AbortController();
    const second = ask(gates[1], free("second", { signal: abort.signal }));
    await expect.poll(async () => (await rows()).length).toBe(2);
    abort.abort();
    await expect.poll(() => second.state).toBe("refused");
    leave?.();
    await expect.poll(rows).toEqual([]);
  });
});
