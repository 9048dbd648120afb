import { OpenAPIHono } from "@hono/zod-openapi";
import { addActions } from "@/api/actions/routes";
import { addCards } from "@/api/cards/routes";
import { addClawhub } from "@/api/clawhub/routes";
import { compressAnswer } from "@/api/compress-answer";
import type { ApiEnv } from "@/api/context";
import { countDownloads } from "@/api/count-downloads";
import { addDiscovery } from "@/api/discovery/routes";
import { addDocuments } from "@/api/documents/routes";
import { addSkillsSearch } from "@/api/discovery/search";
import { requestInvalid, sendProblem } from "@/api/failures";
import { addFeeds } from "@/api/feeds/routes";
import { answerMcp } from "@/api/mcp/route";
import { keepAnswers } from "@/api/kept/keep-answers";
import { methodFinder, nothingHere } from "@/api/method-not-allowed";
import { openApiDocument } from "@/api/openapi/openapi";
import { OPERATIONS } from "@/api/openapi/operations";
import { addIcons } from "@/api/icons/routes";
import { addPackages } from "@/api/packages/routes";
import { preflight, requestFrame } from "@/api/request-frame";
import { answerOpenApi, openApiOperation } from "@/api/v1/openapi.json/route";

/**
 * The agent API. Every answer is JSON, problem details or the bytes of a package; there are no pages, sessions
 * or cookies.
 */
export const app = new OpenAPIHono<ApiEnv>({
  defaultHook: (result) => {
    if (!result.success) throw requestInvalid(result.target, result.error);
  },
});

app.use(requestFrame());
app.use(countDownloads());
app.use(keepAnswers());
app.use(compressAnswer());
// Known when every route is; asked at requests only.
let methodsOf: ReturnType<typeof methodFinder> = () => [];
app.use(preflight((path) => methodsOf(path)));
// Built from all routes at the first request for it; nothing in it changes while the process lives.
let document: ReturnType<typeof openApiDocument> | undefined;
const described = () => (document ??= openApiDocument(app));
const operations = [...OPERATIONS, openApiOperation(described)];
app.openapiRoutes(operations);
app.get("/openapi.json", answerOpenApi(described)); // where programs look for it first
// What clients of others ask for; docs/clients.md describes it.
addDiscovery(app);
addSkillsSearch(app);
addClawhub(app);
addActions(app);
addCards(app);
addDocuments(app);
addFeeds(app);
addPackages(app);
addIcons(app);

app.all("/mcp", answerMcp);

methodsOf = methodFinder(app.routes);

app.notFound((c) => {
  const methods = methodsOf(c.req.path);
  if (methods.length > 0) c.header("allow", [...methods, "OPTIONS"].join(", "));
  return sendProblem(c, nothingHere(methods, c.req));
});
app.onError((error, c) => sendProblem(c, error));
