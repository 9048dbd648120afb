import { beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

testDatabase();
testBlobStore();

const name = uniqueName();
let callers = 0;
beforeAll(async () => {
  await publishNow(buildSkillPackage({ name }), await makeAccount());
});

describe.each(["/v1/skills", "/v1/agent/skills"])("GET %s/{id}/download", (base) => {
  test.each(["dialect=usk", "platform=Cursor"])("?%s has a share for each address", async (query) => {
    const path = `${base}/${name}/download`;
    const remoteAddress = `192.0.2.${++callers}`;
    const { points, durationSeconds } = REQUEST_LIMITS.conversion;
    const first = await call("GET", `${path}?${query}`, { remoteAddress });
    expect(first.headers.get("ratelimit-remaining")).toBe(String(points - 1));
    await consumeRateLimit(REQUEST_LIMITS.conversion, remoteAddress, points - 1);
    // What was made for them, or for another, is sent again; anything else is refused.
    expect((await call("GET", `${path}?${query}`, { remoteAddress })).status).toBe(200);
    const refused = await call("GET", `${path}?${query}&version=1.0.0`, { remoteAddress });
    expectProblem(refused, 429, "RATE_LIMITED");
    const seconds = Number(refused.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(durationSeconds);
    for (const published of ["", "?platform=any"]) {
      expect((await call("GET", path + published, { remoteAddress })).status).toBe(200);
    }
  });
});
