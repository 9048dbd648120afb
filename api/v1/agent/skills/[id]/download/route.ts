import { createRoute } from "@hono/zod-openapi";
import { defineOperation } from "@/api/context";
import { downloadResponses, sendDownload } from "@/api/download";
import { downloadQuery } from "@/api/requested-package";
import { skillParameter } from "@/api/schemas/parameters";

const route = createRoute({
  method: "get",
  path: "/v1/agent/skills/{id}/download",
  operationId: "downloadForAgent",
  tags: ["Discovery"],
  summary: "Download a package",
  request: { params: skillParameter, query: downloadQuery },
  responses: downloadResponses,
});

export const downloadForAgentOperation = defineOperation(route, (c) =>
  sendDownload(c, c.req.valid("param").id, c.req.valid("query")),
);
