import { afterEach, expect, test, vi } from "vitest";
import { app } from "@/api/app";
import { closeDatabase } from "@/lib/db/client";

const NOWHERE = "postgresql://market:secret@127.0.0.1:1/market";

afterEach(async () => {
  await closeDatabase();
  vi.unstubAllEnvs();
});

test("without a database the API says 503, what is away and when to come back, and nothing of where it is", async () => {
  await closeDatabase();
  vi.stubEnv("DATABASE_URL", NOWHERE);
  for (const path of ["/v1/keys", "/v1/agent/search?q=csv"]) {
    const answer = await app.request(path, {}, { incoming: { socket: { remoteAddress: "203.0.113.1" } } });
    const text = await answer.text();
    expect([path, answer.status, answer.headers.get("retry-after")]).toEqual([path, 503, "5"]);
    expect(JSON.parse(text)).toMatchObject({ error_code: "MARKET_UNAVAILABLE", retry_after_seconds: 5 });
    expect(text).not.toMatch(/127\.0\.0\.1:1\b|secret|postgres|prisma/i);
  }
});
