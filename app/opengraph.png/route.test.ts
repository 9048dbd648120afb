import { expect, test } from "vitest";
import { GET } from "@/app/opengraph.png/route";
import { testDatabase } from "@/lib/testing/database";

testDatabase();

test("an address has so many pictures drawn in a minute, and is told when to come back", async () => {
  const ask = (address: string) =>
    GET(
      new Request("http://127.0.0.1/opengraph.png?skill=none", { headers: { "x-forwarded-for": address } }),
    );
  for (let picture = 0; picture < 120; picture++) expect((await ask("192.0.2.40")).status).toBe(404);
  const refused = await ask("192.0.2.40");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await ask("192.0.2.41")).status).toBe(404);
});
