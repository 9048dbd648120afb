import { z } from "@hono/zod-openapi";
import { writtenFrom } from "@/api/frame/json-of";
import { noun } from "@/api/frame/operation";
import { lookupText, wholeNumberOr } from "@/api/schemas/parameters";
import { auditState, lamports, moment } from "@/api/schemas/skill";
import { getSet, type SetView } from "@/lib/catalogue/sets/get-set";
import { getSetPackage } from "@/lib/catalogue/sets/set-package";
import { listSets, type SetList } from "@/lib/catalogue/sets/list-sets";
import { setPluginPath } from "@/lib/catalogue/sets/set-plugin";
import { whyLeftOut } from "@/lib/registry/sets/describe-left-out";
import { env } from "@/lib/platform/config/env";
import { priceSentence } from "@/lib/platform/i18n/what-price-buys";
import { listOwnSets, MAX_PARTS, saveSet, withdrawSet } from "@/lib/registry/sets/save-set";
import { CONVERSION_TARGETS } from "@/lib/skill-format";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

export const sets = noun("Discovery");

interface MissingPart {
  skill: string;
  why: string;
}

/** What of a set is not in an archive, and why. */
export function leftOutHeader(
  { parts }: Pick<SetView, "parts">,
  more: readonly MissingPart[] = [],
): { "x-left-out"?: string } {
  const notGiven = parts
    .filter(({ given }) => given === null)
    .map((part) => ({ skill: part.skill, why: whyLeftOut(part) }));
  const missing = [...notGiven, ...more].map(({ skill, why }) => `${skill};why=${encodeURIComponent(why)}`);
  return missing.length === 0 ? {} : { "x-left-out": missing.join(", ") };
}

const MAX_TEXT = 1_000;
const MAX_WORD = 100;
const nameParameter = z.object({ name: lookupText(MAX_WORD).describe("Of a set; without `set:`.") });

const setSchema = writtenFrom(
  z
    .object({
      status: z.literal("success"),
      name: z.string(),
      version: z.string(),
      versions: z.array(z.object({ version: z.string(), created_at: moment })).describe("The last first."),
      description: z.string(),
      owner: z.string().nullable().describe("User name; null once the account is closed."),
      created_at: moment.describe("Of this version."),
      withdrawn: z.string().nullable().describe("Why the set was withdrawn; null while it stands."),
      parts: z.array(
        z.object({
          skill: z.string(),
          range: z.string(),
          state: z
            .enum(["given", "call_only", "quarantined", "withdrawn", "not_published", "no_version"])
            .describe(
              "`given`: `version` is what it gives now. All others are left out of what is installed.",
            ),
          reason: z.string().nullable(),
          version: z.string().nullable(),
          audit_state: auditState.nullable(),
          price_lamports: lamports.nullable().describe("Of one call of it here."),
          price_buys: z.string().nullable().describe("What the price is for; null for a skill without one."),
          access: z
            .object({
              network: z.boolean().nullable(),
              filesystem: z.boolean().nullable(),
              subprocess: z.boolean().nullable(),
              env_vars: z.array(z.string()).nullable(),
            })
            .nullable()
            .describe("What it says that it may touch; null is what it does not say."),
        }),
      ),
      access: z
        .object({
          network: z.boolean().nullable(),
          filesystem: z.boolean().nullable(),
          subprocess: z.boolean().nullable(),
          env_vars: z.array(z.string()),
          env_vars_undeclared: z.int().describe("Parts that do not say which variables they read."),
        })
        .describe("The parts that are given, together: false only where each of them says so."),
      weakest_audit: auditState.nullable().describe("Of the parts that are given; null where none is."),
      plugin_url: z.url().describe("A ZIP archive of the parts that are given."),
      marketplace_url: z.url().describe("For `claude plugin marketplace add`."),
    })
    .openapi("Set"),
  ({ name, parts, access, weakest }: SetView) => ({
    weakest_audit: weakest?.auditState ?? null,
    parts: parts.map(({ skill, range, state, reason, given }) => ({
      skill,
      range,
      state,
      reason,
      version: given?.row.version ?? null,
      auditState: given?.row.auditState ?? null,
      priceLamports: given?.row.priceLamports ?? null,
      priceBuys: given && priceSentence(given.row),
      access: given?.row.access ?? null,
    })),
    access,
    plugin_url: `${env().APP_URL}${setPluginPath(name)}`,
    marketplace_url: `${env().APP_URL}/sets/${name}/.claude-plugin/marketplace.json`,
  }),
);

sets
  .get("/v1/sets", {
    id: "listSets",
    summary: "Sets of skills, by name",
    limit: REQUEST_LIMITS.search,
    query: z.object({
      q: lookupText(MAX_WORD).optional().describe("Words that stand in the name."),
      page: wholeNumberOr(1, { min: 1, max: 10_000 }),
    }),
    answers: {
      200: [
        writtenFrom(
          z
            .object({
              status: z.literal("success"),
              results: z.array(
                z.object({
                  name: z.string(),
                  version: z.string(),
                  description: z.string(),
                  owner: z.string().nullable().describe("User name; null once the account is closed."),
                  created_at: moment.describe("Of this version."),
                  parts: z.int().describe("How many skills it has."),
                }),
              ),
              total: z.int(),
              page: z.int(),
              page_size: z.int(),
            })
            .openapi("SetList"),
          ({ rows, ...list }: SetList) => ({
            ...list,
            results: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
          }),
        ),
        "Those that stand, each in its last version.",
      ],
    },
  })
  .handle(({ query }) => listSets(query));

sets
  .get("/v1/sets/{name}", {
    id: "getSet",
    summary: "A set: what each part may touch, costs, and whether it is given",
    description:
      "A set is a named, versioned list of skills with ranges. Each part gives the highest release in its range. A part that is withdrawn or held is shown as such and left out of what is installed.",
    limit: REQUEST_LIMITS.search,
    params: nameParameter,
    query: z.object({ version: lookupText(MAX_WORD).optional().describe("Left out: the last one.") }),
    answers: { 200: [setSchema, "The set."] },
    problems: ["NOT_FOUND"],
  })
  .handle(({ params, query }) => getSet(params.name, { version: query.version }));

sets
  .get("/v1/sets/{name}/download", {
    id: "downloadSet",
    summary: "The skills of a set, converted for one platform, as one archive",
    limit: REQUEST_LIMITS.conversion,
    params: nameParameter,
    query: z.object({
      platform: z.enum(CONVERSION_TARGETS).describe("Each skill lies in the folder that it has alone."),
      version: lookupText(MAX_WORD).optional().describe("Left out: the last one."),
    }),
    answers: {
      200: {
        description:
          "A ZIP archive. X-Left-Out names the skills of the set that are not in it, each as `NAME;why=REASON`, percent-encoded, with commas between them: they are withdrawn, held, or not converted for the platform.",
        headers: z.object({ etag: z.string(), "x-left-out": z.string().optional() }),
        content: { "application/zip": { schema: { type: "string" as const, format: "binary" } } },
      },
    },
    problems: ["NOT_FOUND", "VERSION_NOT_AVAILABLE", "CONTENT_TOO_LARGE", "PACKAGE_CORRUPT"],
  })
  .handle(async ({ params, query }, c) => {
    const set = await getSet(params.name, { version: query.version });
    const { bytes, archiveDigest, leftOut } = await getSetPackage(set, query.platform);
    return c.body(Uint8Array.from(bytes), 200, {
      etag: `"${archiveDigest}"`,
      "cache-control": "public, no-cache",
      "content-type": "application/zip",
      "content-length": String(bytes.length),
      "content-disposition": `attachment; filename="${set.name}-${query.platform}.zip"`,
      ...leftOutHeader(
        set,
        leftOut.map((skill) => ({ skill, why: `not converted for ${query.platform}` })),
      ),
    });
  });

sets
  .put("/v1/sets/{name}", {
    id: "saveSet",
    tag: "Publishing",
    summary: "Save a set, or its next version",
    description:
      "The first one to save a name has it. Names of sets are a space of their own: where a skill may stand too, a set is written `set:NAME`. Equal contents are not saved again.",
    key: "needed",
    limit: REQUEST_LIMITS.sets,
    params: nameParameter,
    json: z.object({
      description: z.string().max(MAX_TEXT),
      parts: z
        .array(
          z.object({
            skill: lookupText(MAX_WORD).describe("Name or id."),
            range: z.string().max(MAX_WORD).describe("`*`, `^1.2.0`, `~1.2.0` or `1.2.0`."),
          }),
        )
        .max(MAX_PARTS),
      version: z
        .string()
        .max(MAX_WORD)
        .optional()
        .describe("Left out: the next minor version, at first 1.0.0."),
    }),
    answers: { 200: [setSchema, "The set as it is now."] },
    problems: [
      "SKILL_NAME_TAKEN",
      "SKILL_NAME_RESERVED",
      "PERMISSION_DENIED",
      "EMAIL_NOT_VERIFIED",
      "NOT_FOUND",
    ],
  })
  .handle(async ({ params, json, actor }) => {
    const { name } = await saveSet({ actor, name: params.name, ...json });
    return getSet(name);
  });

sets
  .post("/v1/sets/{name}/withdraw", {
    id: "withdrawSet",
    tag: "Publishing",
    summary: "Withdraw a set, for good",
    key: "needed",
    limit: REQUEST_LIMITS.sets,
    params: nameParameter,
    json: z.object({ reason: z.string().max(MAX_TEXT) }),
    answers: { 200: [setSchema, "The set, with the reason."] },
    problems: ["NOT_FOUND", "PERMISSION_DENIED"],
  })
  .handle(async ({ params, json, actor }) => {
    await withdrawSet({ actor, name: params.name, reason: json.reason });
    return getSet(params.name);
  });

sets
  .get("/v1/account/sets", {
    id: "listOwnSets",
    tag: "Account",
    summary: "Your sets",
    key: "needed",
    answers: {
      200: [
        z.object({
          status: z.literal("success"),
          results: z.array(
            z.object({ name: z.string(), version: z.string(), description: z.string(), parts: z.int() }),
          ),
        }),
        "Those that stand, by name.",
      ],
    },
  })
  .handle(async ({ actor }) => ({ results: await listOwnSets(actor.accountId) }));
