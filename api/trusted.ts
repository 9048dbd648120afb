import { z } from "@hono/zod-openapi";
import { noun } from "@/api/frame/operation";
import { idParameter, lookupText, versionParameter } from "@/api/schemas/parameters";
import { envelopeSchema } from "@/api/schemas/call";
import { moment } from "@/api/schemas/skill";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { MAX_TOKEN_CHARACTERS } from "@/lib/identity/workloads/verify-workload";
import { DomainError } from "@/lib/kernel/errors";
import { getProvenance } from "@/lib/publishing/trusted/get-provenance";
import { exchangeToken } from "@/lib/publishing/trusted/publish-right";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

export const trusted = noun("Publishing");

const MAX_NAME_CHARACTERS = 100;

trusted
  .post("/v1/trusted-publishing/tokens", {
    id: "exchangeToken",
    summary: "Exchange a CI's token for the right to publish one version",
    description:
      "For a job of a CI that the skill's owner has named on /dashboard/trusted: no API key is needed. Its token (OpenID Connect) is asked for with this market's address as audience, or with that, # and the digest of the package (sha256:…): then the right is for these bytes alone. The right is sent as `Authorization: Bearer pt_…` to POST /v1/skills/upload, and to GET /v1/skills/vetting/{job} afterwards. 60 an hour for each address.",
    limit: REQUEST_LIMITS.publishTokens,
    json: z
      .object({
        skill: lookupText(MAX_NAME_CHARACTERS).min(1).describe("Name of the skill."),
        token: z.string().min(1).max(MAX_TOKEN_CHARACTERS).describe("The CI's token."),
      })
      .openapi("WorkloadToken"),
    maxBytes: 16 * 1024,
    answers: {
      201: [
        z
          .object({ token: z.string().describe("pt_…, shown this once."), expires_at: moment })
          .openapi("PublishRight"),
        "The right.",
      ],
    },
    problems: ["WORKLOAD_REFUSED", "MARKET_UNAVAILABLE"],
  })
  .handle(({ json }) => exchangeToken(json));

const provenanceSchema = z
  .object({
    skill: z.string(),
    version: z.string(),
    package_digest: z.string(),
    issuer: z.string().describe("The CI, by the address that its tokens name."),
    repository_url: z.string(),
    repository_id: z.string().describe("What the CI calls the repository for good."),
    workflow: z.string(),
    environment: z.string().nullable(),
    ref: z.string(),
    event: z.string().describe("What started the job."),
    commit: z.string(),
    run_url: z.string(),
    names_package: z
      .boolean()
      .describe(
        "Whether the CI's own signature named the digest of the package. If not, the market alone says that this job sent these bytes.",
      ),
    received_at: moment,
    key_id: z.string().describe("The market's key that signed this (GET /.well-known)."),
    envelope: envelopeSchema.describe("The signed statement: a SLSA provenance (v1) in DSSE."),
  })
  .openapi("Provenance");

trusted
  .get("/v1/skills/{id}/provenance", {
    id: "getProvenance",
    opens: true,
    tag: "Discovery",
    summary: "Which job of which repository a version came from",
    description:
      "What the market signed when a CI sent the version. It says that a job of this workflow, at this commit, sent these bytes; the market has not compared them with the repository.",
    params: z.object({
      // No starter skill came from a CI.
      id: idParameter.openapi({ param: { example: "<name>" } }).describe("Name or id of the skill."),
    }),
    query: z.object({ version: versionParameter }),
    cached: 60,
    answers: { 200: [provenanceSchema, "What was signed."] },
    problems: ["SKILL_NOT_FOUND", "VERSION_NOT_FOUND", "NOT_FOUND"],
  })
  .handle(async ({ params, query }) => {
    const detail = await getSkill(params.id, { version: query.version });
    const found = await getProvenance(detail.versionId);
    if (found === null)
      throw new DomainError(
        "NOT_FOUND",
        `Nobody has proven which repository ${detail.slug} ${detail.version} came from: no CI sent it.`,
      );
    const { said, keyId, envelope } = found;
    const { slug: skill, kind: _, ...rest } = said;
    return { ...rest, skill, keyId, envelope };
  });
