import { createRoute, z } from "@hono/zod-openapi";
import { sendCachedJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { address } from "@/api/schemas/call";
import { env } from "@/lib/config/env";
import { currentSettlement } from "@/lib/payments/settlement/current-settlement";
import { JSON_UPLOAD_LIMITS, SKILL_ARCHIVE_LIMITS } from "@/lib/package";
import { CONVERSION_TARGETS, DIALECTS, USK_CAPABILITIES, USK_RUNTIMES, USK_SPEC } from "@/lib/skill-format";

const MAX_AGE_SECONDS = 300;

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

const route = createRoute({
  method: "get",
  path: "/v1/agent/info",
  operationId: "getInfo",
  tags: ["Discovery"],
  summary: "What this market speaks, and its limits",
  responses: {
    200: jsonContent(infoSchema, "The market."),
    304: { description: "Unchanged since the given entity tag." },
  },
});

export const getInfoOperation = defineOperation(route, (c) => {
  const { FREE_RUNS_PER_HOUR, localLedger } = env();
  const { feeBasisPoints, treasuryAddress } = currentSettlement().config;
  const info: z.infer<typeof infoSchema> = {
    status: "success",
    name: "Emporion",
    spec: USK_SPEC,
    skill_md_version: "v3",
    dialects: [...DIALECTS],
    platforms: [...CONVERSION_TARGETS],
    recommended_capabilities: [...USK_CAPABILITIES],
    recommended_runtimes: [...USK_RUNTIMES],
    limits: {
      json_upload_bytes: JSON_UPLOAD_LIMITS.maxDecodedBytes,
      json_upload_files: JSON_UPLOAD_LIMITS.maxFiles,
      archive_bytes: SKILL_ARCHIVE_LIMITS.maxArchiveBytes,
      unpacked_bytes: SKILL_ARCHIVE_LIMITS.maxUnpackedBytes,
      free_runs_per_hour: FREE_RUNS_PER_HOUR,
    },
    settlement: {
      currency: "lamports",
      fee_basis_points: feeBasisPoints,
      treasury_address: treasuryAddress,
      local_ledger: localLedger,
      faucet_url: localLedger ? `${env().APP_URL}/v1/faucet` : null,
    },
    openapi_url: `${env().APP_URL}/v1/openapi.json`,
  };
  return sendCachedJson(c, info, MAX_AGE_SECONDS);
});
