import { expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import { reportSkill } from "@/lib/moderation/reports";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

testDatabase();
testBlobStore();

test("GET /v1/reports/{id}: 200 with the state, 404 REPORT_NOT_FOUND", async () => {
  const { slug } = await publishNow(buildSkillPackage({ name: uniqueName() }), await makeAccount());
  const given = { skill: slug, reason: "spam", text: "Buy now!", caller: { address: "192.0.2.9" } };
  const { reportId } = await reportSkill(given);
  const answer = await call("GET", `/v1/reports/${reportId}`);
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(answer.body).toMatchObject({
    report_id: reportId,
    name: slug,
    reason: "spam",
    state: "open",
    decision: null,
  });
  expect(JSON.stringify(answer.body)).not.toContain("Buy now!");
  expectProblem(await call("GET", "/v1/reports/rpt_nobody"), 404, "REPORT_NOT_FOUND");
});
