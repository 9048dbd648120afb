import { createRoute, z } from "@hono/zod-openapi";
import { sendCachedJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { countSkills } from "@/lib/catalogue/search/count-skills";

const MAX_AGE_SECONDS = 60;

const categoriesSchema = z
  .object({
    status: z.literal("success"),
    results: z.array(z.object({ category: z.string(), skills_count: z.int() })),
  })
  .openapi("Categories");

const route = createRoute({
  method: "get",
  path: "/v1/agent/categories",
  operationId: "listCategories",
  tags: ["Discovery"],
  summary: "Categories in use, with the number of skills in each",
  responses: {
    200: jsonContent(categoriesSchema, "Categories."),
    304: { description: "Unchanged since the given entity tag." },
  },
});

export const listCategoriesOperation = defineOperation(route, async (c) => {
  const { facets } = await countSkills();
  const results = facets.category.map(({ value, count }) => ({ category: value, skills_count: count }));
  return sendCachedJson(
    c,
    { status: "success", results } satisfies z.infer<typeof categoriesSchema>,
    MAX_AGE_SECONDS,
  );
});
