import { createRoute } from "@hono/zod-openapi";
import { sendCachedJson } from "@/api/answer";
import { defineOperation } from "@/api/context";

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

/** `document` is asked when it is needed, because it describes this operation too. */
export const openApiOperation = (document: () => unknown) =>
  defineOperation(route, (c) => sendCachedJson(c, document(), MAX_AGE_SECONDS));
