import { readSignature, SIGNATURE_FORM } from "@/lib/chain/solana/signature";
import { z } from "@hono/zod-openapi";
import { ageOfSkills, sendCachedText } from "@/api/frame/answer";
import { noun } from "@/api/frame/operation";
import { envelopeSchema } from "@/api/schemas/call";
import { idParameter, lookupText, versionText, wholeNumberOr, signatureText } from "@/api/schemas/parameters";
import { digest, moment } from "@/api/schemas/skill";
import { ADVISORY_KINDS, ADVISORY_SEVERITIES } from "@/lib/advisories/kinds";
import { OSV_ECOSYSTEM, OSV_SCHEMA_VERSION } from "@/lib/advisories/osv-document";
import {
  getAdvisory,
  getAdvisoryEnvelope,
  listAdvisories,
  MAX_ADVISORIES_PER_PAGE,
} from "@/lib/advisories/read-advisories";
import {
  MAX_ADVISED_VERSIONS,
  MAX_DETAILS_CHARACTERS,
  MAX_SUMMARY_CHARACTERS,
  MAX_WHAT_TO_DO_CHARACTERS,
} from "@/lib/audits/advisories/advisory-statement";
import {
  prepareAdvisory,
  signAdvisory,
  withdrawOwnAdvisory,
} from "@/lib/audits/advisories/write-own-advisory";

export const advisories = noun("Advisories");

const advisoryParameter = z.object({ id: idParameter.describe("`EMP-2026-0001`.") });

const osvSchema = z
  .object({
    schema_version: z.literal(OSV_SCHEMA_VERSION),
    id: z.string(),
    published: moment,
    modified: moment,
    withdrawn: moment.optional().describe("Since when it does not hold any more."),
    summary: z.string(),
    details: z.string().describe("Markdown."),
    affected: z
      .array(
        z.object({
          package: z.object({ ecosystem: z.literal(OSV_ECOSYSTEM), name: z.string() }),
          versions: z.array(z.string()),
          database_specific: z.object({
            package_digests: z
              .record(z.string(), digest)
              .describe("The digest of each version: a copy with it is affected, whatever it is called."),
          }),
        }),
      )
      .optional()
      .describe("Left out of one about a key of the market."),
    references: z.array(z.object({ type: z.enum(["ADVISORY", "WEB"]), url: z.url() })),
    credits: z.array(z.object({ name: z.string(), type: z.literal("FINDER") })).optional(),
    database_specific: z.object({
      market: z.string(),
      kind: z.enum(ADVISORY_KINDS),
      cause: z.string().describe("Id of the challenge, audit, version or key, or of what a verifier signed."),
      severity: z.enum(ADVISORY_SEVERITIES),
      happened: moment.describe("When its cause happened."),
      what_to_do: z.string(),
      reason: z.string().describe("What whoever decided wrote."),
      appeal: z.url().describe("Where it is objected to."),
      verifier: z
        .string()
        .nullable()
        .describe("Wallet of the verifier who wrote it; null where the market did."),
      withdraw_reason: z.string().nullable(),
    }),
  })
  .openapi("Advisory");

const JSON_TYPE = "application/json";
const AGE = ageOfSkills(60);

advisories
  .get("/v1/advisories", {
    id: "listAdvisories",
    summary: "Advisories, the one that changed last first",
    description:
      "Each is an OSV document (https://ossf.github.io/osv-schema/). A withdrawn one is listed too, and says so.",
    query: z.object({
      since: z
        .union([z.iso.datetime({ offset: true }), z.iso.date()])
        .optional()
        .describe("Those that were written or withdrawn at this time or later."),
      skill: lookupText(100).min(1).optional().describe("Name, present or former, or id of a skill."),
      limit: wholeNumberOr(MAX_ADVISORIES_PER_PAGE, { min: 1, max: MAX_ADVISORIES_PER_PAGE }),
      cursor: lookupText(100).min(1).optional().describe("`next` of the page before."),
    }),
    answers: {
      200: [
        z.object({ advisories: z.array(osvSchema), next: z.string().nullable() }).openapi("AdvisoryPage"),
        "One page.",
      ],
    },
    cached: AGE,
    cacheKind: "catalogue",
  })
  .handle(async ({ query: { since, ...rest } }, c) => {
    const page = await listAdvisories({
      ...rest,
      ...(since === undefined ? {} : { since: new Date(since) }),
    });
    // The documents go out as they were written: their digests are in the log.
    const documents = page.advisories.map(({ document }) => document).join(",");
    const text = `{"advisories":[${documents}],"next":${JSON.stringify(page.next)}}`;
    return sendCachedText(c, text, JSON_TYPE, AGE);
  });

advisories
  .get("/v1/advisories/{id}", {
    id: "getAdvisory",
    summary: "An advisory as OSV",
    description:
      "Canonical JSON (RFC 8785), to the byte: its SHA-256 is `documentDigest` of its entry in the log, whose subject is the id.",
    params: advisoryParameter,
    answers: { 200: [osvSchema, "The document."] },
    cached: AGE,
    cacheKind: "catalogue",
    problems: ["ADVISORY_NOT_FOUND"],
  })
  .handle(async ({ params }, c) =>
    sendCachedText(c, (await getAdvisory(params.id)).document, JSON_TYPE, AGE),
  );

advisories
  .get("/v1/advisories/{id}/envelope", {
    id: "getAdvisoryEnvelope",
    summary: "The same, signed",
    description:
      "The document in a DSSE envelope of type `application/osv+json`, signed with the market's present key (`GET /v1/keys`).",
    params: advisoryParameter,
    answers: { 200: [envelopeSchema, "The envelope."] },
    cached: AGE,
    problems: ["ADVISORY_NOT_FOUND"],
  })
  .handle(({ params }) => getAdvisoryEnvelope(params.id));

const statementText = z.string().max(40_000);

advisories
  .post("/v1/advisories/statement", {
    id: "prepareAdvisory",
    summary: "The statement of an advisory that a verifier would sign",
    description:
      "For verifiers, about versions of one skill that they have audited, as long as their audit stands, or have reserved. Nothing is recorded.",
    key: "needed",
    json: z
      .object({
        skill: lookupText(100).min(1).describe("Name or id."),
        versions: z.array(versionText).min(1).max(MAX_ADVISED_VERSIONS).describe("Numbers."),
        severity: z.enum(ADVISORY_SEVERITIES),
        summary: lookupText(MAX_SUMMARY_CHARACTERS).min(1).describe("One line."),
        details: lookupText(MAX_DETAILS_CHARACTERS)
          .min(1)
          .describe("What was found, and how anybody can see it."),
        what_to_do: lookupText(MAX_WHAT_TO_DO_CHARACTERS).min(1),
      })
      .openapi("AdvisoryWish"),
    maxBytes: 64 * 1024,
    answers: {
      200: [
        z
          .object({
            payload: z.string().describe("The in-toto statement, canonical JSON."),
            ticket: z.string().describe("Send it back with the signature, within 15 minutes."),
            message: z.base64().describe("The bytes that the verifier's wallet signs (DSSE)."),
          })
          .openapi("PreparedAdvisory"),
        "The statement.",
      ],
    },
    problems: [
      "VERIFIER_REQUIRED",
      "SKILL_NOT_FOUND",
      "VERSION_NOT_FOUND",
      "AUDIT_NOT_ALLOWED",
      "PERMISSION_DENIED",
    ],
  })
  .handle(({ json: { what_to_do: whatToDo, ...written }, actor: { accountId } }) =>
    prepareAdvisory({ ...written, whatToDo, accountId }),
  );

advisories
  .post("/v1/advisories", {
    id: "publishAdvisory",
    summary: "Publish an advisory that a verifier has signed",
    key: "needed",
    json: z
      .object({
        payload: statementText,
        ticket: z.string().max(200),
        signature: signatureText.describe(`Of \`message\`: ${SIGNATURE_FORM}`),
      })
      .openapi("SignedAdvisory"),
    maxBytes: 64 * 1024,
    answers: { 201: [z.object({ id: z.string() }).openapi("PublishedAdvisory"), "It is published."] },
    problems: [
      "VERIFIER_REQUIRED",
      "VERSION_NOT_FOUND",
      "AUDIT_NOT_ALLOWED",
      "PERMISSION_DENIED",
      "AUDIT_STATEMENT_MISMATCH",
      "AUDIT_SIGNATURE_INVALID",
      "SIGNATURE_ALREADY_USED",
    ],
  })
  .handle(({ json: { payload, ticket, signature }, actor: { accountId } }) =>
    signAdvisory({ accountId, payload, ticket, signature: readSignature(signature) }),
  );

advisories
  .post("/v1/advisories/{id}/withdrawal", {
    id: "withdrawAdvisory",
    summary: "Withdraw an advisory that a verifier wrote",
    description:
      "The verifier who wrote it can, and an administrator. It stays, and says that it was withdrawn.",
    key: "needed",
    params: advisoryParameter,
    json: z.object({ reason: lookupText(500).min(1) }).openapi("AdvisoryWithdrawal"),
    maxBytes: 4 * 1024,
    answers: { 200: [z.object({ id: z.string(), withdrawn: z.literal(true) }), "It is withdrawn."] },
    problems: ["PERMISSION_DENIED", "ADVISORY_NOT_FOUND", "DECISION_NOT_ALLOWED"],
  })
  .handle(async ({ params: { id }, json: { reason }, actor }) => {
    await withdrawOwnAdvisory(actor, { id, reason });
    return { id };
  });
