import { beforeAll, describe, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { buildSkillPackage, makeAccount, publishNow, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();

const name = uniqueName("quokka");
beforeAll(async () => {
  await publishNow(buildSkillPackage({ frontMatter: { name } }), await makeAccount());
});

describe("200", () => {
  test("half a word finds the skill whose name begins so", async () => {
    const { status, body, headers } = await call("GET", "/v1/agent/suggestions?q=quok");
    expect(status).toBe(200);
    expect(body["results"]).toMatchObject([{ slug: name, audit_state: "Unverified" }]);
    expect(headers.get("cache-control")).toMatch(/max-age=60/);
  });

  test.each(["quokka-", "quokka z", "quokka-z9"])(
    "a word just begun restricts nothing yet: %j",
    async (q) => {
      const { body } = await call("GET", `/v1/agent/suggestions?q=${encodeURIComponent(q)}`);
      expect(body["results"]).toMatchObject([{ slug: name }]);
    },
  );

  test("half a word that finds nothing is no demand", async () => {
    const { body } = await call("GET", "/v1/agent/suggestions?q=zebrafin");
    expect(body["results"]).toEqual([]);
    expect(await database().wanted.count()).toBe(0);
  });
});

test("what several people asked is suggested too", async () => {
  const asked = async () => (await call("GET", "/v1/agent/suggestions?q=Quokka%20c")).body["questions"];
  for (const [i, remoteAddress] of ["198.51.100.7", "198.51.100.8", "198.51.100.9"].entries()) {
    expect(await asked()).toEqual([]);
    await call("GET", `/v1/agent/search?q=quokka%20counter&limit=${i + 1}`, { remoteAddress });
    // The next one asks a day later.
    await database().$executeRaw`UPDATE "FoundQueries" SET "day" = "day" - 1`;
  }
  expect(await asked()).toEqual(["quokka counter"]);
});

describe("400", () => {
  test.each(["", "?q=", `?q=${"a".repeat(201)}`])("a search that is none: %j", async (query) => {
    expectProblem(await call("GET", `/v1/agent/suggestions${query}`), 400, "REQUEST_INVALID");
  });
});
