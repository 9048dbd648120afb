import type http from "node:http";
import { getRequestListener } from "@hono/node-server";
import { OpenAPIHono } from "@hono/zod-openapi";
import { A2A_PATH } from "@/api/a2a/card";
import { A2A_CARDS, answerA2a } from "@/api/a2a/routes";
import { account } from "@/api/account";
import { addActions } from "@/api/actions/routes";
import { agent } from "@/api/agent";
import { auditQueue } from "@/api/audit-queue";
import { advisories } from "@/api/advisories";
import { audits } from "@/api/audits";
import { bonds } from "@/api/bonds";
import { callSchema } from "@/api/call-schema";
import { calls } from "@/api/calls";
import { claims } from "@/api/claims";
import { addClawhub } from "@/api/clawhub/routes";
import { CARDS } from "@/api/discovery/cards";
import { DOCUMENTS } from "@/api/discovery/documents";
import { FEEDS } from "@/api/discovery/feeds";
import { PLUGINS } from "@/api/discovery/plugins";
import { PYTHON_INDEX } from "@/api/discovery/python-index";
import { DISCOVERY } from "@/api/discovery/routes";
import { downloads } from "@/api/downloads";
import { drafts } from "@/api/drafts";
import { requestInvalid, sendCachedJson, sendProblem } from "@/api/frame/answer";
import { countDownloads } from "@/api/frame/caller";
import { compressAnswer } from "@/api/frame/compress-answer";
import type { ApiEnv } from "@/api/frame/context";
import { cacheAnswers, cachedReads } from "@/api/frame/answer-cache";
import { openApiDocument } from "@/api/frame/openapi";
import { noun, type Operation, type PlainRoute } from "@/api/frame/operation";
import { inMatchingOrder, methodFinder, nothingHere } from "@/api/frame/paths";
import { preflight, requestFrame } from "@/api/frame/request-frame";
import { sendCached } from "@/api/frame/send-cached";
import { following } from "@/api/following";
import { GIT } from "@/api/git/routes";
import { health } from "@/api/health";
import { keys } from "@/api/keys";
import { log } from "@/api/log";
import { access } from "@/api/access";
import { maintainers } from "@/api/maintainers";
import { organisations } from "@/api/organisations";
import { answerMcp } from "@/api/mcp/route";
import { sendCachedSkill } from "@/api/mcp/send-cached-skill";
import { owners } from "@/api/owners";
import { payments } from "@/api/payments";
import { plugins } from "@/api/plugins";
import { policies } from "@/api/policies";
import { quotes } from "@/api/quotes";
import { receipts } from "@/api/receipts";
import { reports } from "@/api/reports";
import { questions } from "@/api/questions";
import { reviews } from "@/api/reviews";
import { search } from "@/api/search";
import { sets } from "@/api/sets";
import { skills } from "@/api/skills";
import { trusted } from "@/api/trusted";
import { uploads } from "@/api/uploads";
import { validate } from "@/api/validate";
import { verdicts } from "@/api/verdicts";
import { vetting } from "@/api/vetting";
import { webhooks } from "@/api/webhooks";
import { spending } from "@/api/spending";
import { wallets } from "@/api/wallets";

const OPENAPI_SECONDS = 300;
const itself = noun("Operation");
itself
  .get("/v1/openapi.json", {
    id: "getOpenApi",
    summary: "This document",
    answers: {
      200: {
        description: "OpenAPI 3.1.",
        content: { "application/json": { schema: { type: "object" as const } } },
      },
    },
    cached: OPENAPI_SECONDS,
    cacheKind: "release",
  })
  .handle((_, c) => sendCachedJson(c, described(), OPENAPI_SECONDS));

/** Every operation of the agent API, noun by noun in the order in which a newcomer meets them. */
export const OPERATIONS: readonly Operation[] = [
  search,
  skills,
  callSchema,
  downloads,
  verdicts,
  agent,
  reviews,
  questions,
  webhooks,
  following,
  reports,
  calls,
  quotes,
  receipts,
  spending,
  wallets,
  uploads,
  trusted,
  validate,
  plugins,
  vetting,
  drafts,
  claims,
  owners,
  keys,
  account,
  policies,
  payments,
  maintainers,
  access,
  organisations,
  sets,
  audits,
  auditQueue,
  bonds,
  advisories,
  log,
  health,
  itself,
].flatMap(({ operations }) => operations);

/** What is asked beside the operations, by programs of others. */
export const PLAIN: readonly PlainRoute[] = [
  // Where programs look for the description first.
  {
    path: "/openapi.json",
    cacheKind: "release",
    handler: (c) => sendCachedJson(c, described(), OPENAPI_SECONDS),
  },
  ...DISCOVERY,
  ...PYTHON_INDEX,
  ...PLUGINS,
  ...CARDS,
  ...A2A_CARDS,
  ...DOCUMENTS,
  ...FEEDS,
  ...GIT,
];

export const cachedRead = cachedReads([...OPERATIONS, ...PLAIN]);

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
app.use(cacheAnswers(cachedRead));
app.use(compressAnswer());
// Known when every route is; asked at requests only.
let methodsOf: ReturnType<typeof methodFinder> = () => [];
app.use(preflight((path) => methodsOf(path)));
for (const { route, taken, handler } of inMatchingOrder(OPERATIONS)) {
  app.openapiRoutes([{ route: taken, handler }]);
  app.openAPIRegistry.registerPath(route);
}
for (const { method = "get", path, handler } of PLAIN) app[method](path, handler);
addClawhub(app);
addActions(app);
app.all("/mcp", answerMcp);
app.post(A2A_PATH, answerA2a);
methodsOf = methodFinder(app.routes);

// Built from all routes at the first request for it; nothing in it changes while the process lives.
let document: ReturnType<typeof openApiDocument> | undefined;
const described = () => (document ??= openApiDocument(app, OPERATIONS));

app.notFound((c) => {
  const methods = methodsOf(c.req.path);
  if (methods.length > 0) c.header("allow", [...methods, "OPTIONS"].join(", "));
  return sendProblem(c, nothingHere(methods, c.req));
});
app.onError((error, c) => sendProblem(c, error));

const make = getRequestListener(app.fetch);

/** Answers a request to the agent API: with what is kept, or else by the application. */
export async function answerAgent(
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  if (await sendCached(cachedRead, request, response)) return;
  if (!(await sendCachedSkill(request, response))) await make(request, response);
}
