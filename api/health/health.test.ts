import { afterEach, expect, test, vi } from "vitest";
import { app } from "@/api/app";
import { closeDatabase } from "@/lib/db/client";
import { stopBeingReady } from "@/lib/web/http/readiness";
import { logger } from "@/lib/kernel/observability/logger";
import packageJson from "@/package.json";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
const { version } = packageJson;

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const ask = async (path: string) => {
  const answer = await app.request(path);
  return [answer.status, await answer.json()];
};

test("a database that is away for all takes no process out, and is told once in the log however often is asked", async () => {
  await closeDatabase();
  vi.stubEnv("DATABASE_URL", "postgresql://market:secret@127.0.0.1:1/market");
  const told = [vi.spyOn(logger, "info"), vi.spyOn(logger, "warn"), vi.spyOn(logger, "error")];
  const away = [200, { status: "ready", version, waiting_for: ["database"] }];
  for (let time = 0; time < 3; time++) {
    expect(await ask("/healthz")).toEqual([200, { status: "ok" }]);
    expect(await ask("/readyz")).toEqual(away);
  }
  expect(told.map(({ mock }) => mock.calls.length)).toEqual([0, 1, 0]);
  await closeDatabase();
  vi.unstubAllEnvs();
  expect(await ask("/readyz")).toEqual([200, { status: "ready", version }]);
  expect(told.map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0]);
});

test("a process that was told to stop is alive, and asks for no more requests", async () => {
  stopBeingReady();
  expect(await ask("/readyz")).toEqual([503, { status: "stopping" }]);
  expect(await ask("/healthz")).toEqual([200, { status: "ok" }]);
});
