import net, { type AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { closeDatabase, connections, database } from "@/lib/db/client";
import { findOutage } from "@/lib/kernel/outage";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
afterEach(() => vi.useRealTimers());

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "an answer",
    (error: unknown) => error,
  );

test("a database that takes connections and says nothing is away, not waited for without end", async () => {
  const open = new Set<net.Socket>();
  const silent = net.createServer((socket) => open.add(socket.on("error", () => {}))).listen(0, "127.0.0.1");
  await new Promise((resolve) => silent.once("listening", resolve));
  const { port } = silent.address() as AddressInfo;
  const { DATABASE_URL } = process.env;
  await closeDatabase();
  process.env["DATABASE_URL"] = `postgresql://market:secret@127.0.0.1:${port}/market`;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const failures = [failureOf(database().reservedName.count()), failureOf(connections().query("select 1"))];
    await expect.poll(() => open.size).toBe(2);
    await vi.advanceTimersByTimeAsync(10_000);
    const [ofClient, ofStatement] = await Promise.all(failures);
    expect([findOutage(ofClient), findOutage(ofStatement)]).toEqual(["database", "database"]);
  } finally {
    vi.useRealTimers();
    await closeDatabase();
    process.env["DATABASE_URL"] = DATABASE_URL;
    for (const socket of open) socket.destroy();
    silent.close();
  }
});

test("a command that says so waits longer for the answer to a statement", async () => {
  await closeDatabase();
  process.env["DATABASE_ANSWER_SECONDS"] = "3600";
  try {
    await connections().query("select 1");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const slow = failureOf(connections().query("select pg_sleep(1)"));
    await connections().query("select 1");
    await vi.advanceTimersByTimeAsync(3_599_000);
    vi.useRealTimers();
    expect(await slow).toBe("an answer");
  } finally {
    delete process.env["DATABASE_ANSWER_SECONDS"];
    await closeDatabase();
  }
});

test("a statement whose answer never comes ends, and its connection is not used again", async () => {
  await connections().query("select 1");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const failures = [
    failureOf(connections().query("select pg_sleep(2)")),
    failureOf(database().$queryRaw`select pg_sleep(2)::text`),
  ];
  // Both are on their way once another has been answered.
  await connections().query("select 1");
  await vi.advanceTimersByTimeAsync(120_000);
  vi.useRealTimers();
  expect((await Promise.all(failures)).map(findOutage)).toEqual(["database", "database"]);
  const { rows } = await connections().query<{ answer: number }>("select 7 as answer");
  expect(rows).toEqual([{ answer: 7 }]);
});
