import { expect, test } from "vitest";
import { cachedRead } from "@/api/app";

test.each([
  ["/v1/agent/skills/csv/schema?version=1.0.0", "skill", "csv"],
  ["/v1/skills/csv/versions", "skill", "csv"],
  ["/v1/skills/csv/reviews?limit=3", "skill", "csv"],
  ["/v1/skills/csv/questions", "skill", "csv"],
  ["/feed.xml?of=questions&skill=csv", "search", null],
  ["/v1/skills/csv/install-guide", "skill", "csv"],
  ["/v1/skills/csv/download", "skill", "csv"],
  ["/v1/agent/skills/csv/download", "skill", "csv"],
  ["/v1/skills/csv", "details", "csv"],
  ["/v1/skills?q=csv", "search", null],
  ["/v1/agent/search", "search", null],
  ["/api/search?q=csv", "search", null],
  ["/feed.xml?skill=csv", "search", null],
  ["/v1/categories", "catalogue", null],
  ["/v1/agent/categories", "catalogue", null],
  ["/.well-known/agent-skills/index.json", "catalogue", null],
  ["/ko/publishers/x/.well-known/agent-skills/index.json", "catalogue", null],
  ["/skills/csv/v/1.0.0/.well-known/agent-skills/index.json", "catalogue", null],
  ["/llms.txt", "release", null],
  ["/openapi.json", "release", null],
  ["/v1/openapi.json", "release", null],
  ["/docs/payment.md", "release", null],
  ["/errors/NOT_FOUND.md", "release", null],
])("%s is cached as %s of %s", (address, shows, skill) => {
  expect(cachedRead(address)).toMatchObject({ shows, skill });
});

test.each([
  "/v1/quotes/quo_1",
  "/v1/account",
  "/v1/skills/csv/challenges",
  "/v1/skills/csv/call",
  "/v1/skills/",
  "/docs/payment",
  "/icons/a.png",
  `/v1/skills?q=${"x".repeat(1_000)}`,
])("nothing is cached of %s", (address) => {
  expect(cachedRead(address)).toBeNull();
});
