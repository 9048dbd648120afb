import { beforeAll, expect, test } from "vitest";
import { call } from "@/api/testing/client";
import { buildSkillPackage, makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

beforeAll(async () => {
  await publishNow(buildSkillPackage({ name: "kept" }), await makeAccount());
});

test.each([
  "/v1/skills",
  "/v1/skills/kept",
  "/v1/skills/kept/install-guide",
  "/v1/skills/kept/reviews",
  "/v1/agent/search",
  "/v1/agent/suggestions?q=kept",
  "/v1/agent/skills/kept/schema",
  "/v1/demand/most-wanted",
  "/api/search?q=kept",
  "/api/v1/search?q=kept",
  "/api/v1/skills/kept",
  "/feed.xml",
  "/feed.xml?skill=kept",
  "/feed.xml?q=kept",
])("caches in front of many callers ask again for %s after five seconds", async (path) => {
  expect((await call("GET", path)).headers.get("cache-control")).toMatch(/^public, max-age=\d+, s-maxage=5$/);
});
