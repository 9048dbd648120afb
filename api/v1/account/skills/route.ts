import { createRoute, z } from "@hono/zod-openapi";
import { sendJson } from "@/api/answer";
import { getActor } from "@/api/caller";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { problems } from "@/api/schemas/problem";
import {
  auditMark,
  auditState,
  digest,
  lamports,
  moment,
  runnableReason,
  trustLevel,
  vettingStatus,
} from "@/api/schemas/skill";
import { toAuditMarkJson } from "@/lib/audits/seals/audit-mark-json";
import { API_KEY_SECURITY } from "@/api/openapi/security";
import { env } from "@/lib/config/env";
import { explainObstacles } from "@/lib/skill-format/issues/call-obstacles";
import { getDashboard, type OwnSkill } from "@/lib/catalogue/dashboard/get-dashboard";

const ownSkillSchema = z
  .object({
    name: z.string(),
    version: z.string().describe("The last one that was uploaded, whatever became of it."),
    version_id: z.string(),
    package_digest: digest,
    executable_files: z.array(z.string()).nullable().describe("Null where it was not recorded."),
    vetting_status: vettingStatus,
    vetting_url: z.url().describe("How its vetting stands, with the findings."),
    published: z.boolean(),
    yanked: z.boolean(),
    quarantined: z.boolean(),
    audit_state: auditState,
    audit: auditMark,
    audit_can_be_asked: z.boolean().describe("It is listed and unsealed: POST …/audit-request."),
    audit_asked_at: moment.nullable(),
    objected: z.boolean().describe("The last verdict a verifier signed about it is no seal."),
    trust_level: trustLevel,
    examples_total: z.int(),
    examples_proven: z.int(),
    price_lamports: lamports.describe("In force now: 0 while no call of it is made."),
    declared_price_lamports: lamports.describe("What its publisher asks for a call."),
    runnable: z.boolean(),
    runnable_reason: runnableReason,
    calls_7d: z.int(),
    total_calls: z.int(),
    total_downloads: z.int(),
    uploaded_at: moment,
  })
  .openapi("OwnSkill");

const route = createRoute({
  method: "get",
  path: "/v1/account/skills",
  operationId: "listOwnSkills",
  tags: ["Account"],
  summary: "Your skills, published or not, each with its newest version",
  description:
    "Also what vetting holds or has rejected, what was withdrawn and what is in quarantine. The 200 most called; every published version of one: GET /v1/skills/{id}/versions.",
  security: API_KEY_SECURITY,
  responses: {
    200: jsonContent(z.object({ results: z.array(ownSkillSchema) }), "The most called first."),
    ...problems("AUTH_REQUIRED", "AUTH_FAILED"),
  },
});

export const listOwnSkillsOperation = defineOperation(route, async (c) => {
  const { skills } = await getDashboard((await getActor(c)).accountId);
  return sendJson(c, { results: skills.map((skill) => toOwnSkillJson(skill, env().APP_URL)) });
});

function toOwnSkillJson(skill: OwnSkill, baseUrl: string): z.infer<typeof ownSkillSchema> {
  return {
    name: skill.slug,
    version: skill.version,
    version_id: skill.versionId,
    package_digest: skill.packageDigest,
    executable_files: skill.executableFiles,
    vetting_status: skill.vettingStatus,
    vetting_url: `${baseUrl}/v1/skills/versions/${skill.versionId}/vetting-status`,
    published: skill.published,
    yanked: skill.yanked,
    quarantined: skill.quarantined,
    audit_state: skill.auditState,
    audit: toAuditMarkJson(skill.audit),
    audit_can_be_asked: skill.askable,
    audit_asked_at: skill.auditAskedAt,
    objected: skill.objected,
    trust_level: skill.trustLevel,
    examples_total: skill.examplesTotal,
    examples_proven: skill.examplesProven,
    price_lamports: skill.priceLamports,
    declared_price_lamports: skill.declaredLamports,
    runnable: skill.runnable,
    runnable_reason: explainObstacles(skill.obstacles),
    calls_7d: skill.calls7d,
    total_calls: skill.callsTotal,
    total_downloads: skill.downloadsTotal,
    uploaded_at: skill.uploadedAt,
  };
}
