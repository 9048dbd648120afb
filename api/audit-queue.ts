import { readSignature, SIGNATURE_FORM } from "@/lib/chain/solana/signature";
import { z } from "@hono/zod-openapi";
import { writtenFrom } from "@/api/frame/json-of";
import { noun } from "@/api/frame/operation";
import { idParameter, lookupText, wholeNumberOr, signatureText } from "@/api/schemas/parameters";
import { digest, lamports, moment, doneSchema } from "@/api/schemas/skill";
import { findingSchema } from "@/api/schemas/skill-detail";
import { MAX_NOTE_CHARACTERS, VERDICTS } from "@/lib/audits/audit-statement";
import { getReview, type ReviewView } from "@/lib/audits/review/get-review";
import { listQueue, type QueueRow } from "@/lib/audits/queue";
import { CHECKLIST } from "@/lib/audits/review/checklist";
import { decideFinding, markFiles, markItem, releaseReview, reserveReview } from "@/lib/audits/review/review";
import { prepareReviewedAudit, signAudit } from "@/lib/audits/sign-audit";
import { MAX_DECISION_REASON_CHARACTERS } from "@/lib/audits/review/reviewed-findings";
import { env } from "@/lib/platform/config/env";
import { solanaConnection } from "@/lib/chain/solana/current-connection";

export const auditQueue = noun("Audits");

const versionIdParameter = z.object({
  version: idParameter.describe("Id of the version, as the queue gives it (version_id)."),
});
/** What every step of a review has in common. */
const STEP = { key: "needed", params: versionIdParameter } as const;
/** What every step of a review can be refused with, and those that change it. */
const REVIEW_PROBLEMS = ["VERIFIER_REQUIRED", "VERSION_NOT_FOUND"] as const;
const STEP_PROBLEMS = [...REVIEW_PROBLEMS, "AUDIT_NOT_ALLOWED"] as const;
const checklistItem = z.enum(CHECKLIST);

const line = z.object({
  kind: z.enum(["same", "added", "removed"]),
  old: z.int().nullable(),
  next: z.int().nullable(),
  text: z.string(),
});

const reviewOfVersionSchema = writtenFrom(
  z
    .object({
      version_id: z.string(),
      skill: z.string(),
      version: z.string(),
      publisher: z.string().nullable(),
      package_digest: digest,
      duty: z
        .enum(["none", "reduced", "full"])
        .describe("How much of it needs to be read: nothing, what differs from `base`, or every file."),
      scope: z.enum(["full", "reduced", "patch"]).describe("What a seal would say was read."),
      own: z.boolean().describe("It is or was your own: it can be read, not audited."),
      base: z
        .object({ version: z.string(), package_digest: digest })
        .nullable()
        .describe(
          "What it is compared with: the last version before it whose own seal is in force. Null without one: then every file counts as added.",
        ),
      files: z.array(
        z.object({
          path: z.string(),
          status: z.enum(["same", "changed", "added", "removed"]),
          is_text: z.boolean(),
          added: z.int().describe("Lines."),
          removed: z.int(),
          size_bytes: z.int(),
          sha256: z.string().nullable().describe("64 hexadecimal digits; null for a file that is gone."),
          base_sha256: z.string().nullable(),
          is_executable: z.boolean().nullable(),
          was_executable: z.boolean().nullable(),
          covered: z.boolean().describe("A seal would say that it was read."),
          key: z.string().describe("To mark it as seen: PUT …/files."),
          seen: z.boolean(),
        }),
      ),
      shown: z
        .object({
          path: z.string(),
          lines: z.array(line).nullable(),
          part: z.int().describe("From 1: a long file comes in parts."),
          parts: z.int(),
        })
        .nullable()
        .describe(
          "The file asked for with `file`, else the first covered one that was not seen, line by line; null for bytes.",
        ),
      differences: z.array(
        z.object({
          fact: z.string(),
          before: z.string().nullable(),
          after: z.string().nullable(),
          needs: z.enum(["patch", "minor", "major"]),
        }),
      ),
      findings: z.array(
        writtenFrom(
          findingSchema.extend({
            key: z.string().describe("To decide about it: PUT …/findings."),
            decision: z.enum(["accepted", "change"]).nullable(),
            reason: z.string().nullable(),
          }),
          ({ decision }: ReviewView["findings"][number]) => ({
            decision: decision?.decision ?? null,
            reason: decision?.reason ?? null,
          }),
        ),
      ),
      examples: z.array(
        z.object({
          name: z.string(),
          before: z.string().nullable().describe("How it ended on the base; null before it was run there."),
          after: z.string().nullable(),
          outputs: z.enum(["equal", "same_shape", "different"]).nullable(),
          before_text: z.string().nullable(),
          after_text: z.string().nullable(),
        }),
      ),
      checklist: z.array(
        z.object({
          item: checklistItem,
          by_hand: z
            .boolean()
            .describe(
              "What the verifier says: `files_read` follows from PUT …/files, PUT …/checklist ticks the others. The market finds the rest.",
            ),
          state: z.enum(["ok", "marked", "open", "bad"]),
          detail: z.string().nullable(),
        }),
      ),
      sealable: z.boolean().describe("Nothing on the checklist is in the way of a seal."),
      reservation: z.object({ mine: z.boolean(), until: moment }).nullable(),
      bond_lamports: lamports.nullable(),
      audit_asked_at: moment.nullable(),
      signed_audit_id: z.string().nullable().describe("What you have signed about exactly this package."),
      download_url: z.url().describe("The package itself."),
    })
    .openapi("ReviewOfVersion"),
  ({ slug, version, claim, signed }: ReviewView) => ({
    skill: slug,
    reservation: claim,
    signed_audit_id: signed?.auditId ?? null,
    download_url: `${env().APP_URL}/v1/agent/skills/${slug}/download?version=${encodeURIComponent(version)}`,
  }),
);
/** What a step that changes a review is answered with. */
const CHANGED = { 200: [reviewOfVersionSchema, "The review as it stands now."] } as const;

const MAX_LIMIT = 100;
const MAX_PAGE = 1_000;

const waitingSchema = writtenFrom(
  z
    .object({
      version_id: z.string(),
      skill: z.string(),
      version: z.string(),
      description: z.string(),
      content_language: z.string(),
      duty: z
        .enum(["none", "reduced", "full"])
        .describe(
          "How much of it needs to be read: nothing, what differs from the last sealed version, or every file.",
        ),
      audit_state: z.enum(["Unverified", "Optimistic"]),
      bond_lamports: lamports.nullable(),
      size_bytes: z.int(),
      calls_7d: z.int(),
      published_at: moment,
      audit_asked_at: moment.nullable().describe("Since when its owner asks for an audit."),
      own: z.boolean().describe("It is or was your own: it can be read, not audited."),
      reservation: z.object({ mine: z.boolean(), verifier_name: z.string(), until: moment }).nullable(),
      review_url: z.url(),
    })
    .openapi("WaitingVersion"),
  (row: QueueRow) => ({
    skill: row.slug,
    reservation: row.claim,
    review_url: `${env().APP_URL}/v1/audit-queue/${row.versionId}`,
  }),
);

auditQueue
  .get("/v1/audit-queue", {
    id: "listAuditQueue",
    summary: "Versions that wait for an audit",
    description:
      "For enrolled verifiers; whoever wants to be one applies at /review. Then, of one: read it (GET review_url), reserve it, decide about its findings, tick what was read, prepare the statement, sign it with the verifier's wallet and hand the signature in.",
    key: "needed",
    query: z.object({
      limit: wholeNumberOr(MAX_LIMIT, { min: 1, max: MAX_LIMIT }),
      page: wholeNumberOr(1, { min: 1, max: MAX_PAGE }),
    }),
    answers: {
      200: [
        z.object({
          results: z.array(waitingSchema),
          next_page: z.int().nullable().describe("Null where nothing waits behind these."),
        }),
        "Those asked for first, the longest asked before; then the longest waiting. What is signed meanwhile leaves the list, and what stands behind it moves up.",
      ],
    },
    problems: ["VERIFIER_REQUIRED"],
  })
  .handle(async ({ query, actor }) => {
    const { limit, page } = query;
    const { rows, more } = await listQueue(actor.accountId, { limit, page });
    return { results: rows, nextPage: more && page < MAX_PAGE ? page + 1 : null };
  });

const MAX_PATH_CHARACTERS = 600;
const MAX_PART = 999;

auditQueue
  .get("/v1/audit-queue/{version}", {
    id: "getReviewOfVersion",
    summary: "What a verifier reads before signing",
    description:
      "Every file, against the last sealed version if there is one, findings, differences, examples on both, and the checklist. The lines of one file at a time.",
    ...STEP,
    query: z.object({
      file: lookupText(MAX_PATH_CHARACTERS).optional().describe("Path of the file whose lines are shown."),
      part: wholeNumberOr(1, { min: 1, max: MAX_PART }).describe("Of a long file."),
    }),
    answers: { 200: [reviewOfVersionSchema, "The review as it stands."] },
    problems: REVIEW_PROBLEMS,
  })
  .handle(({ query, params, actor }) => getReview(actor.accountId, params.version, query));

const PATH = "/v1/audit-queue/{version}/reservation";

auditQueue
  .put(PATH, {
    id: "reserveReview",
    summary: "Reserve a version for two hours",
    description:
      "So that two verifiers do not read the same one unknowingly; sent again, it extends the reservation. Its examples are run on the version before as well.",
    ...STEP,
    answers: { 200: [z.object({ version_id: z.string(), until: moment }), "It is yours until then."] },
    problems: [...STEP_PROBLEMS, "REVIEW_RESERVED"],
  })
  .handle(async ({ params, actor: { accountId } }) => {
    const versionId = params.version;
    const { until } = await reserveReview({ accountId, versionId });
    return { versionId, until };
  });

auditQueue
  .delete(PATH, {
    id: "releaseReview",
    summary: "Give a reservation back",
    ...STEP,
    answers: { 200: [doneSchema, "Without one nothing changes."] },
    problems: STEP_PROBLEMS,
  })
  .handle(async ({ params, actor: { accountId } }) => {
    await releaseReview({ accountId, versionId: params.version });
    return {};
  });

auditQueue
  .put("/v1/audit-queue/{version}/checklist", {
    id: "markReviewItem",
    summary: "Tick an item of the checklist, or untick it",
    description:
      "Only that loose dependencies are justified. That the files were read follows from the marks of each (PUT …/files), and the rest from facts. Whoever signs answers for it.",
    ...STEP,
    json: z.object({ item: checklistItem, marked: z.boolean() }).openapi("ReviewMark"),
    maxBytes: 1024,
    answers: CHANGED,
    problems: STEP_PROBLEMS,
  })
  .handle(async ({ params, json, actor: { accountId } }) => {
    const versionId = params.version;
    await markItem({ accountId, versionId, ...json });
    return getReview(accountId, versionId);
  });
const MAX_KEYS = 1_000;

auditQueue
  .put("/v1/audit-queue/{version}/files", {
    id: "markReviewFiles",
    summary: "Mark files as seen, or take that back",
    description:
      "A seal is prepared only once each file that it covers is marked, by the `key` that the review gives it. The key changes with the file and with what it is read against. Whoever signs answers for it.",
    ...STEP,
    json: z
      .object({
        keys: z
          .array(z.string().regex(/^[0-9a-f]{64}$/))
          .min(1)
          .max(MAX_KEYS),
        seen: z.boolean(),
      })
      .openapi("SeenFiles"),
    maxBytes: 128 * 1024,
    answers: CHANGED,
    problems: STEP_PROBLEMS,
  })
  .handle(async ({ params, json, actor: { accountId } }) => {
    const versionId = params.version;
    await markFiles({ accountId, versionId, ...json });
    return getReview(accountId, versionId);
  });
const MAX_KEY_CHARACTERS = 100;

auditQueue
  .put("/v1/audit-queue/{version}/findings", {
    id: "decideFinding",
    summary: "Accept a finding with a reason, or ask for a change",
    description: "What is decided becomes part of the audit that is signed, for everybody to read.",
    ...STEP,
    json: z
      .object({
        key: lookupText(MAX_KEY_CHARACTERS).min(1).describe("Of the finding, as the review gives it."),
        decision: z.enum(["accepted", "change", "open"]).describe("open: takes the decision back."),
        reason: lookupText(MAX_DECISION_REASON_CHARACTERS).optional().describe("Needed but for `open`."),
      })
      .openapi("FindingDecision"),
    maxBytes: 8 * 1024,
    answers: CHANGED,
    problems: STEP_PROBLEMS,
  })
  .handle(async ({ params, json, actor: { accountId } }) => {
    const versionId = params.version;
    const { key: findingKey, decision, reason = "" } = json;
    await decideFinding({ accountId, versionId, findingKey, decision, reason });
    return getReview(accountId, versionId);
  });

auditQueue
  .post("/v1/audit-queue/{version}/statement", {
    id: "prepareAudit",
    summary: "The exact statement a verifier would sign",
    description:
      "Nothing is recorded. Read `payload`, sign the bytes of `message` with the wallet the verifier is enrolled with, and hand the signature in within 15 minutes, with payload and ticket as they are. A seal is prepared only when the checklist is done; asking for changes and challenging always.",
    ...STEP,
    json: z
      .object({
        verdict: z.enum(VERDICTS),
        note: lookupText(MAX_NOTE_CHARACTERS)
          .optional()
          .describe("Needed for a challenge: its first line is the claim, the whole of it the evidence."),
      })
      .openapi("AuditVerdict"),
    maxBytes: 16 * 1024,
    answers: {
      200: [
        z
          .object({
            payload: z.string().describe("The statement, canonical JSON."),
            ticket: z.string().describe("That this market prepared it."),
            message: z.string().describe("Base64 of the bytes to sign (DSSE)."),
          })
          .openapi("PreparedAudit"),
        "To be signed.",
      ],
    },
    problems: [...STEP_PROBLEMS, "REVIEW_INCOMPLETE", "LEDGER_UNAVAILABLE"],
  })
  .handle(async ({ json, params, actor: { accountId } }) => {
    const { verdict, note = "" } = json;
    return prepareReviewedAudit({
      accountId,
      versionId: params.version,
      verdict,
      note: note.trim() || null,
      validityDays: env().AUDIT_VALIDITY_DAYS,
      genesisHash: await solanaConnection().genesisHash(),
    });
  });
const MAX_PAYLOAD_CHARACTERS = 32 * 1024;
const MAX_TOKEN_CHARACTERS = 200;

auditQueue
  .post("/v1/audit-queue/{version}/signature", {
    id: "signAudit",
    summary: "Hand in the signature of a prepared statement",
    description:
      "From here on the version is what the verdict makes of it, for everybody to check: GET /v1/audits/{id}. A challenge of an Optimistic or Audited version opens one for an administrator to decide.",
    ...STEP,
    json: z
      .object({
        payload: lookupText(MAX_PAYLOAD_CHARACTERS).min(1),
        ticket: lookupText(MAX_TOKEN_CHARACTERS).min(1),
        signature: signatureText.describe(`Of \`message\`: ${SIGNATURE_FORM}`),
      })
      .openapi("AuditSignature"),
    maxBytes: 64 * 1024,
    answers: {
      201: [
        z
          .object({ audit_id: z.string(), challenge_id: z.string().nullable(), audit_url: z.url() })
          .openapi("AuditSigned"),
        "It is recorded.",
      ],
    },
    problems: [
      ...STEP_PROBLEMS,
      "AUDIT_STATEMENT_MISMATCH",
      "AUDIT_SIGNATURE_INVALID",
      "SIGNATURE_ALREADY_USED",
    ],
  })
  .handle(async ({ json, params, actor: { accountId } }) => {
    const { payload, ticket, signature } = json;
    const { auditId, challengeId } = await signAudit({
      accountId,
      versionId: params.version,
      payload,
      ticket,
      signature: readSignature(signature),
    });
    return { auditId, challengeId, auditUrl: `${env().APP_URL}/v1/audits/${auditId}` };
  });
