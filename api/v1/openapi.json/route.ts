import { createRoute } from "@hono/zod-openapi";
import { sendCachedJson } from "@/api/answer";
import { defineOperation, type ApiContext } from "@/api/context";

const MAX_AGE_SECONDS = 300;

const route = createRoute({
  method: "get",
  path: "/v1/openapi.json",
  operationId: "getOpenApi",
  tags: ["Operation"],
  summary: "This document",
  responses: {
    200: {
      description: "OpenAPI 3.1.",
      content: { "application/json": { schema: { type: "object" as const } } },
    },
    304: { description: "Unchanged since the given entity tag." },
  },
});

/**
 * Answers with the description of the API. `document` is asked when it is needed, because it describes its own
 * operation too.
 */
export const answerOpenApi = (document: () => unknown) => (c: ApiContext) =>
  sendCachedJson(c, document(), MAX_AGE_SECONDS);

export const openApiOperation = (document: () => unknown) => defineOperation(route, answerOpenApi(document));
