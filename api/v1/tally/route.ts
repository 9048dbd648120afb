import { createRoute, z } from "@hono/zod-openapi";
import { sendCachedJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { lamports, moment } from "@/api/schemas/skill";
import { getHome } from "@/lib/catalogue/get-home";

const MAX_AGE_SECONDS = 60;

const tallySchema = z
  .object({
    status: z.literal("success"),
    skills_listed: z.int(),
    versions_sealed: z.int(),
    examples_replayed_24h: z.int(),
    calls_24h: z.int(),
    paid_to_creators_7d_lamports: lamports,
    counted_at: moment,
  })
  .openapi("Tally");

const route = createRoute({
  method: "get",
  path: "/v1/tally",
  operationId: "getTally",
  tags: ["Discovery"],
  summary: "The market in numbers, counted now",
  responses: {
    200: jsonContent(tallySchema, "Counts of stored rows."),
    304: { description: "Unchanged since the given entity tag." },
  },
});

export const getTallyOperation = defineOperation(route, async (c) => {
  const { tally } = await getHome();
  const body: z.infer<typeof tallySchema> = {
    status: "success",
    skills_listed: tally.skillsListed,
    versions_sealed: tally.versionsSealed,
    examples_replayed_24h: tally.examplesReplayed24h,
    calls_24h: tally.calls24h,
    paid_to_creators_7d_lamports: tally.paidToCreators7dLamports,
    counted_at: tally.countedAt,
  };
  return sendCachedJson(c, body, MAX_AGE_SECONDS);
});
