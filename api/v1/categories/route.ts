import { createRoute, z } from "@hono/zod-openapi";
import { sendCachedJson } from "@/api/answer";
import { defineOperation } from "@/api/context";
import { jsonContent } from "@/api/json-body";
import { countSkills } from "@/lib/catalogue/search/count-skills";

const MAX_AGE_SECONDS = 60;
const namesSchema = z.array(z.object({ name: z.string(), description: z.string() }));

const route = createRoute({
  method: "get",
  path: "/v1/categories",
  operationId: "listCategoryNames",
  tags: ["Discovery"],
  summary: "Categories in use, as clients of USK stores read them",
  responses: {
    200: jsonContent(namesSchema, "Categories."),
    304: { description: "Unchanged since the given entity tag." },
  },
});

export const listCategoryNamesOperation = defineOperation(route, async (c) => {
  const { facets } = await countSkills();
  const body: z.infer<typeof namesSchema> = facets.category.map(({ value, count }) => ({
    name: value,
    description: count === 1 ? "1 skill" : `${count} skills`,
  }));
  return sendCachedJson(c, body, MAX_AGE_SECONDS);
});
