import { z } from "@hono/zod-openapi";
import { callerAddress } from "@/api/frame/caller";
import { writtenFrom } from "@/api/frame/json-of";
import { noun } from "@/api/frame/operation";
import { lookupText, versionText } from "@/api/schemas/parameters";
import { auditMark, auditState, digest, moment } from "@/api/schemas/skill";
import { ADVISORY_SEVERITIES } from "@/lib/advisories/kinds";
import {
  listVerdicts,
  MAX_ADVISORIES,
  MAX_VERDICTS,
  type Verdict,
} from "@/lib/catalogue/verdicts/list-verdicts";
import { systemClock } from "@/lib/kernel/clock";
import { YANK_KINDS } from "@/lib/registry/versions/yank-kinds";
import { env } from "@/lib/platform/config/env";
import { consumeRateLimit, rateLimitHeaders } from "@/lib/web/http/limits/rate-limit";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

export const verdicts = noun("Discovery");

const MAX_NAME_CHARACTERS = 100;
/** A thousand copies with the longest names, numbers and digests that are taken, and some blanks. */
const MAX_BODY_BYTES = 512 * 1024;

const copy = z
  .object({
    name: lookupText(MAX_NAME_CHARACTERS).min(1).describe("Name of the skill, also a former one."),
    version: versionText.optional(),
    digest: z
      .string()
      .regex(/^sha256:[0-9a-f]{64}$/)
      .optional()
      .describe("Of the package that is installed, as a lock file has it: sha256:<64 hex digits>."),
  })
  .refine(({ version, digest: bytes }) => version !== undefined || bytes !== undefined, {
    message: "needs a version, a digest, or both",
  });

const publisher = z.object({ id: z.string(), name: z.string() }).nullable();
const offeredSchema = z.object({ version: z.string(), package_digest: digest, publisher }).nullable();

const advisorySchema = writtenFrom(
  z.object({
    id: z.string(),
    severity: z.enum(ADVISORY_SEVERITIES),
    summary: z.string(),
    what_to_do: z.string(),
    url: z.url(),
    modified: moment,
  }),
  ({ id, modifiedAt }: Verdict["advisories"][number]) => ({
    url: `${env().APP_URL}/advisories/${id}`,
    modified: modifiedAt,
  }),
);

const verdictSchema = z
  .object({
    asked: z.object({ name: z.string(), version: z.string().nullable(), digest: digest.nullable() }),
    unknown: z
      .enum(["skill", "version", "digest"])
      .nullable()
      .describe(
        "What the market does not know of the copy: a skill of this name, a published version of this number, these bytes under that number. Nothing is said for such a copy. Null where all that was asked about is known.",
      ),
    name: z.string().nullable().describe("What the skill is called now."),
    quarantined: z.object({ reason: z.string() }).nullable().describe("Nothing of the skill is given out."),
    deprecated: z
      .object({ message: z.string(), successor: z.string().nullable() })
      .nullable()
      .describe("In its owner's words; the skill that takes its place."),
    version: z.string().nullable(),
    package_digest: digest.nullable(),
    published_at: moment.nullable(),
    publisher,
    withdrawn: z
      .object({
        at: moment,
        reason: z.string(),
        kind: z.enum([...YANK_KINDS, "ordered"]),
        is_closed: z
          .boolean()
          .describe("Its bytes are given to nobody any more: `secret` and `ordered`. Delete the copy."),
      })
      .nullable(),
    audit_state: auditState.nullable().describe("Now. Null where the version is not known."),
    audit: auditMark.nullable(),
    ended_seal: z
      .object({
        audit_id: z.string(),
        verifier_name: z.string(),
        how: z.enum(["revoked", "expired", "challenge_upheld", "verifier_ended", "base_ended", "other"]),
        ended_at: moment.nullable(),
        reason: z.string().nullable(),
      })
      .nullable()
      .describe("The last seal, where none counts any more."),
    advisories: z.array(advisorySchema).describe(`In force; at most the newest ${MAX_ADVISORIES}.`),
    advisories_total: z.int(),
    newest: offeredSchema.describe("What is given out to who names no version; null where nothing is."),
    next: offeredSchema.describe("The pre-release above it."),
  })
  .openapi("Verdict");

verdicts
  .post("/v1/verdicts", {
    id: "listVerdicts",
    summary: "What is known of installed copies, many in one request",
    description:
      "For each copy, in the order of the request: whether it is known, withdrawn or held, its advisories, its audit state now, and what is given out. Each copy counts as one use of the limit.",
    json: z.object({ items: z.array(copy).min(1).max(MAX_VERDICTS) }),
    maxBytes: MAX_BODY_BYTES,
    answers: {
      200: [
        z.object({ checked_at: moment, items: z.array(verdictSchema) }).openapi("Verdicts"),
        "One verdict for each copy.",
      ],
    },
    problems: ["RATE_LIMITED"],
  })
  .handle(async ({ json: { items } }, c) => {
    const state = await consumeRateLimit(REQUEST_LIMITS.verdicts, callerAddress(c), items.length);
    for (const [name, value] of Object.entries(rateLimitHeaders(state))) c.header(name, value);
    const asked = items.map(({ name, version = null, digest: bytes = null }) => ({
      name,
      version,
      digest: bytes,
    }));
    return { checkedAt: systemClock.now().toISOString(), items: await listVerdicts(asked) };
  });
