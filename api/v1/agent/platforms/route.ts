import { createRoute, z } from "@hono/zod-openapi";
import { sendCachedJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { countSkills } from "@/lib/catalogue/search/count-skills";
import { CONVERSION_TARGETS } from "@/lib/skill-format";

const MAX_AGE_SECONDS = 60;

const platformsSchema = z
  .object({
    status: z.literal("success"),
    results: z.array(z.object({ platform: z.string(), skills_count: z.int() })),
  })
  .openapi("Platforms");

const route = createRoute({
  method: "get",
  path: "/v1/agent/platforms",
  operationId: "listPlatforms",
  tags: ["Discovery"],
  summary: "Known platforms, with the number of skills for each",
  responses: {
    200: jsonContent(platformsSchema, "Platforms."),
    304: { description: "Unchanged since the given entity tag." },
  },
});

export const listPlatformsOperation = defineOperation(route, async (c) => {
  const { facets } = await countSkills();
  const counts = new Map(facets.platform.map(({ value, count }) => [value, count]));
  const results = CONVERSION_TARGETS.map((platform) => ({
    platform,
    skills_count: counts.get(platform) ?? 0,
  }));
  return sendCachedJson(
    c,
    { status: "success", results } satisfies z.infer<typeof platformsSchema>,
    MAX_AGE_SECONDS,
  );
});
