import net from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { closeDatabase, connections, database } from "@/lib/db/client";
import { findOutage } from "@/lib/kernel/outage";

const NOWHERE = "postgresql://market:secret@127.0.0.1:1/market";

afterEach(async () => {
  await closeDatabase();
  vi.unstubAllEnvs();
});

async function thrownBy(work: () => Promise<unknown>): Promise<unknown> {
  return work().then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** A place that takes connections and cuts them, as a database does that is going down. */
async function withCutter(work: (url: string) => Promise<void>): Promise<void> {
  const server = net.createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  try {
    await work(`postgresql://market:secret@127.0.0.1:${port}/market`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

test("a database that is not there is told from everything that reaches for it", async () => {
  await closeDatabase();
  vi.stubEnv("DATABASE_URL", NOWHERE);
  const ways = [
    () => database().$queryRaw`SELECT 1`,
    () => database().skill.findMany(),
    () => database().$transaction(async (tx) => tx.skill.count()),
  ];
  for (const way of ways) expect(findOutage(await thrownBy(way))).toBe("database");
  expect(findOutage(await thrownBy(() => connections().query("SELECT 1")))).not.toBeNull();
});

test("so is one that cuts its connections", async () => {
  await withCutter(async (url) => {
    await closeDatabase();
    vi.stubEnv("DATABASE_URL", url);
    expect(findOutage(await thrownBy(() => database().skill.findMany()))).toBe("database");
    await closeDatabase();
  });
});

test("a full disk is the storage's, of a file and of the database", () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  expect(findOutage(full)).toBe("storage");
  const refused = { cause: { originalCode: "53100", kind: "postgres" } };
  expect(
    findOutage(Object.assign(new Error("invalid invocation"), { meta: { driverAdapterError: refused } })),
  ).toBe("storage");
});

test("a process that may open nothing more is full, whatever it wanted to open", () => {
  const packageFile = Object.assign(new Error("EMFILE: too many open files, open '/blobs/a'"), {
    code: "EMFILE",
  });
  expect(findOutage(packageFile)).toBe("capacity");
  const connection = Object.assign(new Error("connect EMFILE 127.0.0.1:5432 - Local"), { code: "EMFILE" });
  expect(findOutage(new Error("invalid invocation", { cause: connection }))).toBe("capacity");
  expect(findOutage(new Error("Invalid invocation:\n\nconnect EMFILE 127.0.0.1:5432 - Local"))).toBe(
    "capacity",
  );
  expect(findOutage(Object.assign(new Error("spawn ENFILE"), { code: "ENFILE" }))).toBe("capacity");
  expect(findOutage(new Error("a skill named EMFILE is not there"))).toBeNull();
});

test("a fault of the market itself is not away, whatever it is made of", () => {
  expect(findOutage(new TypeError("x is undefined"))).toBeNull();
  expect(findOutage("text")).toBeNull();
  expect(findOutage(Object.assign(new Error("unique"), { code: "P2002" }))).toBeNull();
  const circle: { cause?: unknown } = {};
  circle.cause = circle;
  expect(findOutage(circle)).toBeNull();
});
