import { CURRENT_VERSION_PROBLEMS, VERSION_PROBLEMS, SKILL_PROBLEMS } from "@/api/schemas/problem";
import { z } from "@hono/zod-openapi";
import { ageOfSkills } from "@/api/frame/answer";
import { noun } from "@/api/frame/operation";
import {
  lookupText,
  platformParameter,
  readPlatform,
  skillParameter,
  versionParameter,
  versionText,
  wholeNumberOr,
} from "@/api/schemas/parameters";
import { announced, deprecated, lamports, moment } from "@/api/schemas/skill";
import { skillDetailSchema, versionSchema, yankKind } from "@/api/schemas/skill-detail";
import { assertNotYanked } from "@/lib/catalogue/assert-not-yanked";
import { getSkill, listVersions } from "@/lib/catalogue/skill-page/get-skill";
import { env } from "@/lib/platform/config/env";
import { checkCompatibility } from "@/lib/conversion/check-compatibility";
import { installGuide } from "@/lib/conversion/install-guide";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { DomainError } from "@/lib/kernel/errors";
import { askForName } from "@/lib/registry/names/ask-for-name";
import {
  deprecateSkill,
  endDeprecation,
  MAX_DEPRECATION_CHARACTERS,
} from "@/lib/registry/deprecations/deprecate-skill";
import { findConfusableName } from "@/lib/registry/names/confusable-names";
import { findSameContent } from "@/lib/registry/versions/find-version";
import { YANK_KINDS } from "@/lib/registry/versions/yank-kinds";
import { changePrice, MAX_PRICE_CHANGES_A_DAY } from "@/lib/publishing/price/change-price";
import { MAX_YANK_REASON_CHARACTERS, yankVersion } from "@/lib/publishing/yank-version";
import type { SkillDetail, VersionRow } from "@/lib/registry/views";
import { findImageMatch } from "@/lib/running/runners/compare-image";
import { assertFilesGiven } from "@/lib/registry/access/files-given";

export const skills = noun("Discovery");

skills
  .get("/v1/skills/{id}", {
    id: "getSkill",
    opens: true,
    summary: "Everything about one version of a skill",
    params: skillParameter,
    query: z.object({ version: versionParameter }),
    answers: { 200: [skillDetailSchema, "The skill."] },
    cached: ageOfSkills(60),
    cacheKind: "details",
    problems: VERSION_PROBLEMS,
  })
  .handle(async ({ query, params, sendUnlessKnown }) => {
    const detail = await getSkill(params.id, query);
    const [resembled, same, image] = await Promise.all([
      findConfusableName(detail),
      findSameContent(detail),
      findImageMatch(detail),
    ]);
    const facts = [factsOf(detail), resembled, same, image];
    return sendUnlessKnown(facts, () => ({ ...detail, resembled, same, image }));
  });

/** Everything about a version that can change; its long texts follow from the digests of its package and its report. */
function factsOf(detail: SkillDetail) {
  const replays = detail.examples.map(({ replay }) => replay);
  const texts = {
    manifest: 0,
    skillMd: 0,
    body: 0,
    reports: 0,
    inputSchema: 0,
    outputSchema: 0,
    findings: 0,
    examples: 0,
  };
  return [{ ...detail, ...texts }, replays];
}
const MAX_LIMIT = 100;

const versionsSchema = z
  .object({
    status: z.literal("success"),
    results: z.array(versionSchema),
    count: z.int().describe("Versions in this answer."),
    total: z.int(),
    next_cursor: z.string().nullable(),
  })
  .openapi("Versions");

skills
  .get("/v1/skills/{id}/versions", {
    id: "listVersions",
    opens: true,
    summary: "Versions of a skill, highest first",
    description: "All that were published, those that were withdrawn as well, with the reason.",
    params: skillParameter,
    query: z.object({
      limit: wholeNumberOr(MAX_LIMIT, { min: 1, max: MAX_LIMIT }),
      cursor: versionText.optional().describe("`next_cursor` of the page before."),
    }),
    answers: { 200: [versionsSchema, "The versions, one page."] },
    cached: ageOfSkills(60),
    cacheKind: "skill",
    problems: SKILL_PROBLEMS,
  })
  .handle(async ({ params, query }) => {
    const { id } = params;
    const { limit, cursor } = query;
    const all = await listVersions(id);
    const from = cursor === undefined ? 0 : placeAfter(all, cursor);
    const page = all.slice(from, from + limit);
    const skillUrl = `${env().APP_URL}/v1/skills/${encodeURIComponent(id)}`;
    return {
      results: page.map((row) => ({ ...row, skillUrl })),
      count: page.length,
      total: all.length,
      nextCursor: from + limit < all.length ? (page.at(-1)?.version ?? null) : null,
    };
  });

/** A cursor is the last version of the page before: a release between two pages moves nothing. */
function placeAfter(versions: readonly VersionRow[], cursor: string): number {
  const index = versions.findIndex(({ version }) => version === cursor);
  if (index >= 0) return index + 1;
  const detail = "The cursor does not belong to these versions: ask for the first page again.";
  throw new DomainError("REQUEST_INVALID", detail, {
    details: { errors: [{ parameter: "cursor", detail }] },
  });
}

const installGuideSchema = z
  .object({
    status: z.literal("success"),
    skill_id: z.string(),
    skill_name: z.string(),
    version: z.string(),
    platform: z.string().describe("`any` when none was asked for."),
    install_mode: z
      .enum(["auto", "manual_install"])
      .describe("`auto`: a package made for the platform; `manual_install`: the published one."),
    config_path: z.string().describe("What the platform reads once the skill is installed."),
    steps: z.array(
      z.object({
        kind: z.string(),
        description: z.string(),
        command: z.string().nullable().describe("Can be pasted as it is; null where there is none."),
      }),
    ),
  })
  .openapi("InstallGuide");

skills
  .get("/v1/skills/{id}/install-guide", {
    id: "getInstallGuide",
    opens: true,
    summary: "How a skill is installed on a platform, step by step",
    params: skillParameter,
    query: z.object({
      version: versionParameter,
      platform: platformParameter.describe("Left out or `any`: for an agent nothing is known of."),
    }),
    answers: { 200: [installGuideSchema, "The steps, with their commands."] },
    cached: ageOfSkills(300),
    cacheKind: "skill",
    problems: [...CURRENT_VERSION_PROBLEMS, "FILES_NOT_GIVEN"],
  })
  .handle(async ({ query, params }) => {
    const { version, platform } = query;
    const target = readPlatform(platform);
    const detail = await getSkill(params.id, { version });
    await assertNotYanked(detail);
    assertFilesGiven(detail);
    const { python, node } = detail.manifest.requirements;
    const { mode, configPath, steps } = installGuide(
      env().APP_URL,
      {
        ...detail,
        slug: detail.manifest.slug, // the folder in the package, also of a version from before its skill was renamed
        pythonPackages: python,
        nodePackages: node,
        envVars: detail.access.envVars ?? [],
      },
      target,
    );
    return {
      skillId: detail.id,
      skillName: detail.slug,
      version: detail.version,
      platform: target ?? "any",
      installMode: mode,
      configPath,
      steps: steps.map(({ kind, says, command }) => ({ kind, description: `${says}.`, command })),
    };
  });

const MAX_PACKAGES = 1_000;
const shortText = z.string().max(100);

const surroundingsSchema = z
  .object({
    python_version: shortText.optional().describe("For instance `3.11.2`."),
    os: shortText.optional().describe("linux, darwin or windows."),
    installed_packages: z
      .record(z.string().max(200), shortText)
      .refine((packages) => Object.keys(packages).length <= MAX_PACKAGES, `at most ${MAX_PACKAGES} packages`)
      .optional()
      .describe("Python packages with their versions."),
    target_platform: z.string().max(60).optional(),
    version: versionParameter,
  })
  .openapi("Surroundings", { description: "Whatever is left out is not judged." });

const judgement = z.object({ name: z.string(), required: z.string(), installed: z.string().optional() });

const compatibilitySchema = z
  .object({
    status: z.literal("success"),
    compatible: z.boolean().describe("False only where something is known to stand in the way."),
    skill_id: z.string(),
    skill_name: z.string(),
    version: z.string(),
    checks: z.array(
      z.object({
        name: z.string(),
        status: z.enum([
          "ok",
          "not_specified",
          "informational",
          "unknown",
          "mismatch",
          "missing",
          "unsupported",
        ]),
        message: z.string(),
        missing: z.array(judgement).optional(),
        version_mismatch: z.array(judgement).optional(),
        satisfied: z.array(judgement).optional(),
      }),
    ),
    suggested_install_commands: z.array(z.string()),
    warnings: z.array(z.string()),
  })
  .openapi("Compatibility");

skills
  .post("/v1/skills/{id}/validate", {
    id: "checkCompatibility",
    opens: true,
    summary: "Whether a skill will run in given surroundings",
    description:
      "Compares what the skill declares with what the caller says. Nothing is run, nothing is kept.",
    params: skillParameter,
    json: surroundingsSchema,
    maxBytes: 128 * 1024,
    answers: { 200: [compatibilitySchema, "One entry for each thing looked at."] },
    problems: VERSION_PROBLEMS,
  })
  .handle(async ({ json, params }) => {
    const { version, ...given } = json;
    const target = readPlatform(given.target_platform);
    const detail = await getSkill(params.id, { version });
    const compatibility = checkCompatibility(detail.manifest, detail.convertsTo, {
      ...(given.python_version === undefined ? {} : { pythonVersion: given.python_version }),
      ...(given.os === undefined ? {} : { os: given.os }),
      ...(given.installed_packages === undefined ? {} : { installedPackages: given.installed_packages }),
      ...(target === null ? {} : { target }),
    });
    return { ...compatibility, skillId: detail.id, skillName: detail.slug, version: detail.version };
  });

const reasonKind = z
  .enum(YANK_KINDS)
  .optional()
  .describe(
    "What kind of reason that is; left out: other. `secret` (it holds a secret or personal data) closes the version: nobody is given its files any more, not by their digest and not its owner either. A version that was withdrawn for another reason can be closed so later; that takes the new reason.",
  );

const reason = lookupText(MAX_YANK_REASON_CHARACTERS)
  .min(1)
  .describe("Everybody who used the version reads it.");

skills
  .post("/v1/skills/{id}/versions/{version}/yank", {
    id: "yankVersion",
    tag: "Publishing",
    summary: "Withdraw a version of your skill",
    description:
      "It is not offered, downloaded or sold any more, and the version before it is listed again; it stays on record with the reason. " +
      "Calls that were paid for are still made. There is no way back: publish a higher version. Withdrawing it again changes nothing, but that reason_kind `secret` can be said later.",
    key: "needed",
    params: skillParameter.extend({ version: versionText }),
    json: z.object({ reason, reason_kind: reasonKind }).openapi("VersionYank"),
    maxBytes: 4096,
    answers: {
      200: [
        z
          .object({ version: z.string(), yanked_at: moment, reason: z.string(), reason_kind: yankKind })
          .openapi("VersionYanked", {
            description: "What stands on record: the first time, and the first reason unless it was raised.",
          }),
        "It is withdrawn.",
      ],
    },
    problems: ["PERMISSION_DENIED", "SKILL_NOT_FOUND", "VERSION_NOT_FOUND"],
  })
  .handle(async ({ params, json, actor }) => {
    const { id: skill, version } = params;
    return yankVersion({ actor, skill, version, reason: json.reason, kind: json.reason_kind });
  });
const MAX_NAME_CHARACTERS = 100;

const deprecationSchema = z
  .object({ skill: z.string(), deprecated })
  .openapi("SkillDeprecation", { description: "What stands of the skill now." });

skills
  .put("/v1/skills/{id}/deprecation", {
    id: "deprecateSkill",
    tag: "Publishing",
    summary: "Say that your skill is replaced",
    description:
      "Says of your skill that it should not be used any more, why, and which skill takes its place, yours or somebody else's. It is shown wherever the skill is, and by `emporion outdated`; it stays offered, called and sold as before. Said again it takes the place of what was said.",
    key: "needed",
    params: skillParameter,
    json: z
      .object({
        message: lookupText(MAX_DEPRECATION_CHARACTERS).min(1).describe("For everybody who uses it to read."),
        successor: lookupText(MAX_NAME_CHARACTERS)
          .optional()
          .describe("Name of a listed skill. A circle is refused, and a chain of more than five."),
      })
      .openapi("DeprecationWish"),
    maxBytes: 4096,
    answers: { 200: [deprecationSchema, "It is said."] },
    problems: ["PERMISSION_DENIED", "SKILL_NOT_FOUND"],
  })
  .handle(async ({ params, json, actor }) => {
    const { slug: skill, deprecated: said } = await deprecateSkill({ actor, skill: params.id, ...json });
    return { skill, deprecated: said };
  });

skills
  .delete("/v1/skills/{id}/deprecation", {
    id: "endDeprecation",
    tag: "Publishing",
    summary: "Take back that your skill is replaced",
    description: "Nothing is shown of it any more; the log keeps that it was said.",
    key: "needed",
    params: skillParameter,
    answers: { 200: [deprecationSchema, "It is taken back, or was never said."] },
    problems: ["PERMISSION_DENIED", "SKILL_NOT_FOUND"],
  })
  .handle(async ({ params, actor }) => {
    const { slug: skill, deprecated: said } = await endDeprecation({ actor, skill: params.id });
    return { skill, deprecated: said };
  });

skills
  .put("/v1/skills/{id}/price", {
    id: "setPrice",
    tag: "Publishing",
    summary: "Change the price of your skill",
    description: `What one call costs from now on, of every version. Only the owner of a skill may. Quotes that are open, and calls that were bought, keep their price; whoever bought a call within 30 days is told by mail, and the public log keeps who changed it, from what and to what. Where there is such a buyer, a higher price holds a day later: until then it is \`announced\`, and setting the present price takes it back. It needs no new version and no audit. In force it is once the listed version has run. A skill that never cost anything pays the first wallet of the account; another wallet is chosen at /dashboard/prices, by a person. At most ${MAX_PRICE_CHANGES_A_DAY} changes a day.`,
    key: "needed",
    params: skillParameter,
    json: z
      .object({ price_lamports: lamports.describe("Of one call, as decimal digits; 0 makes it free.") })
      .openapi("PriceWish"),
    maxBytes: 1024,
    answers: {
      200: [
        z
          .object({
            skill: z.string(),
            price_lamports: lamports,
            payee_address: z.string().nullable(),
            announced,
          })
          .openapi("SkillPrice", { description: "What a call costs now, and the wallet it pays." }),
        "It holds.",
      ],
    },
    problems: ["PERMISSION_DENIED", "SKILL_NOT_FOUND", "VERSION_NOT_FOUND", "RATE_LIMITED"],
  })
  .handle(async ({ params, json, actor }) => {
    const priceLamports = BigInt(json.price_lamports);
    const { slug, ...terms } = await changePrice({ actor, skill: params.id, priceLamports });
    const next = terms.announced;
    return {
      skill: slug,
      priceLamports: terms.priceLamports.toString(),
      payeeAddress: terms.payeeAddress,
      announced: next && { priceLamports: next.priceLamports.toString(), from: next.from.toISOString() },
    };
  });

skills
  .post("/v1/skills/{id}/names", {
    id: "askForName",
    tag: "Publishing",
    summary: "Ask for another name of your skill",
    description:
      "Keeps the name for the skill, which is renamed by a version whose SKILL.md bears it (a minor release at least). Old names go on leading to the skill. The present name gives up what was asked for. Five names at most.",
    key: "needed",
    params: skillParameter,
    json: z
      .object({ name: lookupText(MAX_NAME_CHARACTERS).describe("a-z, 0-9 and single hyphens.") })
      .openapi("NameWish"),
    maxBytes: 1024,
    answers: {
      200: [
        z
          .object({
            skill_id: z.string(),
            name: z.string().describe("What the skill is called now."),
            next_name: z
              .string()
              .nullable()
              .describe("What its next version may call it; null when that is its present name."),
          })
          .openapi("NameAsked"),
        "The name is kept.",
      ],
    },
    problems: [
      "PERMISSION_DENIED",
      ...SKILL_PROBLEMS,
      "SKILL_NAME_TAKEN",
      "SKILL_NAME_RESERVED",
      "SKILL_NAME_DRAFT_COLLISION",
      "RATE_LIMITED",
    ],
  })
  .handle(async ({ params, json, actor }) => {
    await consumeRateLimit(REQUEST_LIMITS.names, actor.accountId);
    const { slug, ...asked } = await askForName({ actor, skill: params.id, name: json.name });
    return { ...asked, name: slug };
  });
