import fs from "node:fs";
import { expect, it } from "vitest";
import { assertProven, attackOn, TEST_IMAGES } from "../testing/attacks";
import { findMarked } from "../testing/try-probes";
import { BubblewrapRunner } from "@/lib/running/bubblewrap/runner";
import { findSkillUser } from "@/lib/running/bubblewrap/prepare-sandbox";

const account = (id: number) => `service${id}:x:${id}:${id}::/nonexistent:/usr/sbin/nologin\n`;

it("is the first of the range that has no account", () => {
  expect(findSkillUser("")).toBe(65_520);
  expect(findSkillUser("root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534::/:/bin/false\n")).toBe(65_520);
  expect(findSkillUser(account(65_520) + account(65_521) + account(65_523))).toBe(65_522);
  const all = Array.from({ length: 13 }, (_, index) => account(65_520 + index)).join("");
  expect(findSkillUser(all)).toBeUndefined();
});

it("is on the machine neither the market's nor nobody, of which a database and others may be", async () => {
  const runner = new BubblewrapRunner({ imageDirectory: TEST_IMAGES });
  await assertProven(runner);
  const mark = `own${process.pid % 100_000}`;
  const stop = new AbortController();
  const run = attackOn(runner, "endless", { mark }, { signal: stop.signal });
  await expect.poll(() => findMarked(mark)).toHaveLength(1);
  const status = fs.readFileSync(`/proc/${findMarked(mark)[0]}/status`, "utf8");
  const ids = ["Uid", "Gid"].map((name) => new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]);
  // An ordinary user can be nobody but itself.
  const own = process.getuid?.() === 0 ? findSkillUser() : process.getuid?.();
  expect(ids[0]).toBe(String(own));
  expect(status).not.toMatch(/^[UG]id:.*\b(0|65534)\b/m);
  expect(await runner.probe()).toMatchObject({ limits: { hostUid: own } });
  stop.abort();
  await run;
  await runner.close();
});
