import { afterAll, expect, test } from "vitest";
import { app } from "@/api/app";
import { currentRunner } from "@/lib/running/runners/current-runner";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
afterAll(() => currentRunner().close());

test("anybody can read what runs skills here and what it was seen to enforce", async () => {
  const answer = await app.request("/v1/runner", {}, {});
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    runner: "bubblewrap",
    available: true,
    reason: null,
    isolation: "userns",
    minimum_isolation: { sandbox: "userns", community: "userns", verified: "userns" },
    runtimes: { python3: expect.stringMatching(/^3\./) as string, bash: expect.any(String) as string },
    limits: { network: "none", seccomp: true, capabilities: "none", processes: 32 },
  });
});
