import { expect, test } from "vitest";
import { app } from "@/api/app";
import { reportSkill } from "@/lib/moderation/report-skill";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  testBlobStore,
  uniqueName,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
testDatabase();
testBlobStore();

test("GET /v1/reports/{id}: 200 with the state, 404 REPORT_NOT_FOUND", async () => {
  const { slug } = await publishNow(buildSkillPackage({ name: uniqueName() }), await makeAccount());
  const given = { skill: slug, reason: "spam", text: "Buy now!", caller: { address: "192.0.2.9" } };
  const { reportId } = await reportSkill(given);
  const answer = await app.request(`/v1/reports/${reportId}`);
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  const body = (await answer.json()) as object;
  expect(body).toMatchObject({
    report_id: reportId,
    name: slug,
    reason: "spam",
    state: "open",
    decision: null,
  });
  expect(JSON.stringify(body)).not.toContain("Buy now!");
  const unknown = await app.request("/v1/reports/rpt_nobody");
  expect(unknown.status).toBe(404);
  expect(await unknown.json()).toMatchObject({ error_code: "REPORT_NOT_FOUND" });
});
