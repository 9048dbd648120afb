import { describe, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { consumeRateLimit, type RateLimit } from "@/lib/web/http/limits/rate-limit";
import { testDatabase } from "@/lib/testing/database";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

testDatabase();

async function useUp(limit: RateLimit, times: number, address: string): Promise<void> {
  for (let time = 0; time < times; time += 1) await consumeRateLimit(limit, address);
}

describe("searching has a share for each address", () => {
  test.each([
    ["/v1/agent/search?q=invoice", REQUEST_LIMITS.search, "192.0.2.1"],
    ["/api/search?q=invoice", REQUEST_LIMITS.search, "192.0.2.2"],
    ["/v1/skills?q=invoice", REQUEST_LIMITS.search, "192.0.2.5"],
    ["/v1/agent/suggestions?q=invo", REQUEST_LIMITS.suggestions, "192.0.2.3"],
  ])("%s: 429 RATE_LIMITED with the seconds to wait", async (path, limit, remoteAddress) => {
    const left = await call("GET", path, { remoteAddress });
    expect([left.status, left.headers.get("ratelimit-remaining")]).toEqual([200, String(limit.points - 1)]);
    await useUp(limit, limit.points - 1, remoteAddress);
    const refused = await call("GET", path, { remoteAddress });
    expectProblem(refused, 429, "RATE_LIMITED");
    const seconds = Number(refused.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(limit.durationSeconds);
    expect((await call("GET", path, { remoteAddress: "192.0.2.9" })).status).toBe(200);
  });

  test("all ways of searching count together, suggestions apart", async () => {
    const remoteAddress = "192.0.2.4";
    await call("GET", "/v1/agent/search", { remoteAddress });
    await call("GET", "/v1/skills", { remoteAddress });
    const { headers } = await call("GET", "/api/search?q=a", { remoteAddress });
    expect(headers.get("ratelimit-remaining")).toBe(String(REQUEST_LIMITS.search.points - 3));
    const suggested = await call("GET", "/v1/agent/suggestions?q=inv", { remoteAddress });
    expect(suggested.headers.get("ratelimit-remaining")).toBe(String(REQUEST_LIMITS.suggestions.points - 1));
  });
});
