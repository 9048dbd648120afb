import { afterAll, beforeAll, expect, test } from "vitest";
import { startOtherProcess, type OtherProcess } from "@/api/testing/other-process";
import { testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { IS_FULL } from "@/lib/testing/full-form";
import { CHANGES } from "./changes";
import { countStaleAnswers } from "./count-stale-answers";

testDatabase();
testBlobStore();

let processes: OtherProcess[] = [];
beforeAll(async () => {
  process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
  process.env["TRUSTED_PROXY_HOPS"] = "1"; // each read is somebody else's
  // Changes are made in this one: the short form reads what one other process says of each.
  processes = await Promise.all(Array.from({ length: IS_FULL ? 2 : 1 }, () => startOtherProcess()));
});
afterAll(() => {
  for (const each of processes) each.kill();
  delete process.env["TRUSTED_PROXY_HOPS"];
});

test("each kind of change shows at the next read, on whichever process", { timeout: 600_000 }, async () => {
  const urls = processes.map(({ url }) => url);
  const { stale, unseen, changes } = await countStaleAnswers(urls, { pages: false });
  expect({ stale, unseen }).toEqual({ stale: [], unseen: [] });
  expect(changes).toBe(CHANGES.length);
  expect(changes).toBeGreaterThanOrEqual(30);
});
