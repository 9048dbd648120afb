import { z } from "@hono/zod-openapi";
import { address } from "@/api/schemas/call";
import { agentNameParameter } from "@/api/schemas/parameters";
import { countSkills } from "@/lib/search/count-matches";
import { env } from "@/lib/platform/config/env";
import { getIdentityStats } from "@/lib/identity/accounts/accounts";
import { getAgentAuthorStats } from "@/lib/identity/agents/get-agent-author-stats";
import { JSON_UPLOAD_LIMITS, SKILL_ARCHIVE_LIMITS } from "@/lib/package";
import { currentSettlement } from "@/lib/payments/settlement/settlement-context";
import {
  CONVERSION_TARGETS,
  type ConversionTarget,
  DIALECTS,
  USK_CAPABILITIES,
  USK_RUNTIMES,
  USK_SPEC,
} from "@/lib/skill-format";
import { noun } from "@/api/frame/operation";

export const agent = noun("Discovery");

const infoSchema = z
  .object({
    status: z.literal("success"),
    name: z.string(),
    spec: z.string(),
    skill_md_version: z.string(),
    dialects: z.array(z.string()),
    platforms: z.array(z.string()),
    recommended_capabilities: z.array(z.string()),
    recommended_runtimes: z.array(z.string()),
    limits: z.object({
      json_upload_bytes: z.int(),
      json_upload_files: z.int(),
      archive_bytes: z.int(),
      unpacked_bytes: z.int(),
      free_runs_per_hour: z.int(),
    }),
    settlement: z.object({
      currency: z.literal("lamports"),
      fee_basis_points: z.int(),
      treasury_address: address.describe("Where the fee of every payment goes; a quote names the same."),
      local_ledger: z.boolean().describe("True: test money on a ledger of this machine."),
      faucet_url: z
        .url()
        .nullable()
        .describe("POST {address} there for test money; null on any other chain."),
    }),
    openapi_url: z.url(),
  })
  .openapi("MarketInfo");

agent
  .get("/v1/agent/info", {
    id: "getInfo",
    summary: "What this market speaks, and its limits",
    answers: { 200: [infoSchema, "The market."] },
    cached: 300,
  })
  .handle(() => {
    const { FREE_RUNS_PER_HOUR, localLedger } = env();
    const { feeBasisPoints, treasuryAddress } = currentSettlement().config;
    return {
      name: "Emporion",
      spec: USK_SPEC,
      skillMdVersion: "v3",
      dialects: DIALECTS,
      platforms: CONVERSION_TARGETS,
      recommendedCapabilities: USK_CAPABILITIES,
      recommendedRuntimes: USK_RUNTIMES,
      limits: {
        jsonUploadBytes: JSON_UPLOAD_LIMITS.maxDecodedBytes,
        jsonUploadFiles: JSON_UPLOAD_LIMITS.maxFiles,
        archiveBytes: SKILL_ARCHIVE_LIMITS.maxArchiveBytes,
        unpackedBytes: SKILL_ARCHIVE_LIMITS.maxUnpackedBytes,
        freeRunsPerHour: FREE_RUNS_PER_HOUR,
      },
      settlement: {
        feeBasisPoints,
        treasuryAddress,
        localLedger,
        faucetUrl: localLedger ? `${env().APP_URL}/v1/faucet` : null,
      },
      openapiUrl: `${env().APP_URL}/v1/openapi.json`,
    };
  });

const categoriesSchema = z
  .object({
    status: z.literal("success"),
    results: z.array(z.object({ category: z.string(), skills_count: z.int() })),
  })
  .openapi("Categories");

agent
  .get("/v1/agent/categories", {
    id: "listCategories",
    summary: "Categories in use, with the number of skills in each",
    answers: { 200: [categoriesSchema, "Categories."] },
    cached: 60,
    cacheKind: "catalogue",
  })
  .handle(async () => {
    const { facets } = await countSkills();
    return { results: facets.category.map(({ value, count }) => ({ category: value, skillsCount: count })) };
  });
const namesSchema = z.array(z.object({ name: z.string(), description: z.string() })).openapi("Names");

agent
  .get("/v1/categories", {
    id: "listCategoryNames",
    summary: "Categories in use, as clients of USK stores read them",
    answers: { 200: [namesSchema, "Categories."] },
    cached: 60,
    cacheKind: "catalogue",
  })
  .handle(async () => {
    const { facets } = await countSkills();
    return facets.category.map(({ value, count }) => ({
      name: value,
      description: count === 1 ? "1 skill" : `${count} skills`,
    }));
  });

const platformsSchema = z
  .object({
    status: z.literal("success"),
    results: z.array(z.object({ platform: z.string(), skills_count: z.int() })),
  })
  .openapi("Platforms");

agent
  .get("/v1/agent/platforms", {
    id: "listPlatforms",
    summary: "Known platforms, with the number of skills for each",
    answers: { 200: [platformsSchema, "Platforms."] },
    cached: 60,
  })
  .handle(async () => {
    const { facets } = await countSkills();
    const counts = new Map(facets.platform.map(({ value, count }) => [value, count]));
    const skillsCount = (platform: string) => counts.get(platform) ?? 0;
    return {
      results: CONVERSION_TARGETS.map((platform) => ({ platform, skillsCount: skillsCount(platform) })),
    };
  });

const DESCRIPTIONS: Record<ConversionTarget, string> = {
  OpenClaw: "OpenClaw agents",
  ClaudeCode: "Claude Code, as a slash command",
  ClaudeCodeAgentSkill: "Claude Code, as an agent skill",
  Cursor: "The Cursor editor",
  GeminiCLI: "Gemini CLI",
  CodexCLI: "Codex CLI",
  CustomAgent: "Any other agent, over HTTP",
};

agent
  .get("/v1/platforms", {
    id: "listPlatformNames",
    summary: "Known platforms, as clients of USK stores read them",
    answers: { 200: [namesSchema, "Platforms."] },
    cached: 300,
  })
  .handle(() => CONVERSION_TARGETS.map((name) => ({ name, description: DESCRIPTIONS[name] })));

const numbersSchema = z.object({
  name: z.string(),
  skills_count: z.int(),
  total_downloads: z.int(),
  downloads_7d: z.int(),
  avg_rating: z.number().nullable(),
  top_categories: z.array(z.string()),
});

const statsSchema = z
  .object({
    status: z.literal("success"),
    ...numbersSchema.shape,
    stats: numbersSchema.describe("The same once more, where published clients look for it."),
  })
  .openapi("AgentAuthorStats");

agent
  .get("/v1/agent-authors/{name}/stats", {
    id: "getAgentAuthorStats",
    summary: "What an agent has published",
    params: z.object({ name: agentNameParameter }),
    answers: {
      200: [
        statsSchema,
        "Totals over the skills whose newest version names this agent; zeros for an unknown name.",
      ],
    },
    cached: 60,
  })
  .handle(async ({ params }) => {
    const stats = await getAgentAuthorStats(params.name);
    const numbers = { ...stats, totalDownloads: stats.downloadsTotal, avgRating: stats.averageRating };
    return { ...numbers, stats: numbers };
  });

const totals = z.object({
  total_uploads: z.int().describe("Skills uploaded without an account."),
  total_claimed: z.int().describe("Of these, how many a person made theirs."),
  total_expired: z.int().describe("Of these, how many nobody claimed in 30 days."),
  claim_success_rate: z.number().min(0).max(1).describe("0 without uploads."),
});

const identityStatsSchema = totals
  .extend({
    status: z.literal("success"),
    name: z.string(),
    stats: totals.describe("The same, for clients that read it here."),
  })
  .openapi("AgentIdentityStats");

agent
  .get("/v1/agent-authors/{name}/identity-stats", {
    id: "getAgentIdentityStats",
    summary: "How many of an agent's drafts people have claimed",
    params: z.object({ name: agentNameParameter }),
    answers: { 200: [identityStatsSchema, "Totals; zeros for an unknown name."] },
    cached: 60,
  })
  .handle(async ({ params }) => {
    const stats = await getIdentityStats(params.name);
    return { ...stats, stats };
  });
