import { z } from "@hono/zod-openapi";
import { A2A_VERSION, didDocument, KEYS_PATH, keySet, signedCard } from "@/api/a2a/card";
import { sendCachedJson, sendJson } from "@/api/frame/answer";
import { askerOf, callerAddress, limitRate } from "@/api/frame/caller";
import type { ApiContext } from "@/api/frame/context";
import type { PlainRoute } from "@/api/frame/operation";
import { env } from "@/lib/platform/config/env";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { assertJsonContentType, parseJsonBody, readBody } from "@/lib/web/http/read-body";
import { randomUUID } from "node:crypto";
import { toAuditMarkJson } from "@/lib/audits/seals";
import { listMatches } from "@/lib/search/search-skills";
import { priceSentence } from "@/lib/platform/i18n/what-price-buys";
import type { SkillRow } from "@/lib/registry/views";

const MAX_PARTS = 20;
const MAX_CHARACTERS = 1_000;
const RESULTS = 10;

const part = z.looseObject({ text: z.string().max(MAX_CHARACTERS).optional() });
const id = z.string().max(200);

/** What `SendMessage` is sent, as far as it is read (specification, 3.1.1). */
const sendParams = z.looseObject({
  message: z.looseObject({
    messageId: id.min(1),
    contextId: id.optional(),
    taskId: id.optional(),
    role: z.literal("ROLE_USER"),
    parts: z.array(part).min(1).max(MAX_PARTS),
  }),
});

/** The words of a message; empty where it holds none. */
const wordsOf = ({ message }: z.infer<typeof sendParams>): string =>
  message.parts
    .map(({ text = "" }) => text)
    .join(" ")
    .replaceAll("\0", "")
    .trim()
    .slice(0, MAX_CHARACTERS);

/** The message that answers: what the search finds, in a sentence and as data. The authors' words stand in the data alone. */
async function answerMessage(
  words: string,
  {
    contextId,
    market,
    asker,
  }: { contextId?: string | undefined; market: string; asker: ReturnType<typeof askerOf> },
) {
  const rows = await listMatches({ q: words, limit: RESULTS }, { asker });
  const names = rows.map(({ slug }) => slug).join(", ");
  const text =
    rows.length === 0
      ? "No skill of this market was found. Other words may find one."
      : `Found, best match first: ${names}. The data say more of each; what an author wrote is quoted, not advice.`;
  return {
    message: {
      messageId: randomUUID(),
      contextId: contextId ?? randomUUID(),
      role: "ROLE_AGENT",
      parts: [
        { text, mediaType: "text/plain" },
        { data: { skills: rows.map((row) => toFound(row, market)) }, mediaType: "application/json" },
      ],
    },
  };
}

const toFound = (row: SkillRow, market: string) => ({
  name: row.slug,
  description: row.description,
  version: row.version,
  url: `${market}/skills/${row.slug}`,
  schema_url: `${market}/v1/agent/skills/${row.slug}/schema`,
  price_lamports: row.priceLamports,
  price_buys: priceSentence(row),
  audit_state: row.auditState,
  audit: toAuditMarkJson(row.audit),
  runnable: row.runnable,
});

const SECONDS = 3600;
const KEY_SECONDS = 300;
const MAX_BODY_BYTES = 64 * 1024;

/** The market's card, and the keys its signature is verified with. */
export const A2A_CARDS: readonly PlainRoute[] = [
  {
    path: "/.well-known/agent-card.json",
    handler: async (c) => sendCachedJson(c, await signedCard(env().APP_URL), SECONDS),
  },
  { path: KEYS_PATH, handler: async (c) => sendCachedJson(c, await keySet(), KEY_SECONDS) },
  {
    path: "/.well-known/did.json",
    handler: async (c) => sendCachedJson(c, await didDocument(env().APP_URL), KEY_SECONDS),
  },
];

const rpc = z.looseObject({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string().max(200), z.number(), z.null()]),
  method: z.string().max(100),
  params: z.unknown().optional(),
});

/** A failure as JSON-RPC and A2A name it (specification, 5.4). */
class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly reason?: string,
  ) {
    super(message);
  }
}

const noTask = () =>
  new RpcError(
    -32001,
    "There is no such task: this agent answers at once and begins none.",
    "TASK_NOT_FOUND",
  );
const noPush = () =>
  new RpcError(-32003, "This agent sends no notifications.", "PUSH_NOTIFICATION_NOT_SUPPORTED");
const unsupported = (what: string) => new RpcError(-32004, what, "UNSUPPORTED_OPERATION");

/** The operations of A2A 1.0 that an agent without tasks answers in one way only. */
const WITHOUT_TASKS: Readonly<Record<string, () => RpcError>> = {
  GetTask: noTask,
  CancelTask: noTask,
  SubscribeToTask: noTask,
  SendStreamingMessage: () => unsupported("This agent does not stream. Use SendMessage."),
  GetExtendedAgentCard: () => unsupported("There is one card, and it is public."),
  CreateTaskPushNotificationConfig: noPush,
  GetTaskPushNotificationConfig: noPush,
  ListTaskPushNotificationConfigs: noPush,
  DeleteTaskPushNotificationConfig: noPush,
};

/** A2A 1.0 by JSON-RPC: each message is a search, answered by a message; nothing of it is kept. */
export async function answerA2a(c: ApiContext): Promise<Response> {
  assertJsonContentType(c.req.raw);
  const json = parseJsonBody(await readBody(c.req.raw, { maxBytes: MAX_BODY_BYTES }));
  const request = rpc.safeParse(json);
  const id = request.data?.id ?? null;
  try {
    if (!request.success) throw new RpcError(-32600, "This is no JSON-RPC request.");
    const result = await answer(c, request.data);
    return sendJson(c, { jsonrpc: "2.0", id, result });
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return sendJson(c, { jsonrpc: "2.0", id, error: toErrorJson(error) });
  }
}

async function answer(c: ApiContext, { method, params }: z.infer<typeof rpc>): Promise<object> {
  const version = c.req.header("a2a-version") ?? "0.3"; // what is left out means the first one that had no header
  if (version !== A2A_VERSION)
    throw new RpcError(-32009, `This agent speaks A2A ${A2A_VERSION}.`, "VERSION_NOT_SUPPORTED");
  if (method === "ListTasks") return { tasks: [], nextPageToken: "", pageSize: 50, totalSize: 0 };
  const refusal = Object.hasOwn(WITHOUT_TASKS, method) ? WITHOUT_TASKS[method] : undefined;
  if (refusal) throw refusal();
  if (method !== "SendMessage") throw new RpcError(-32601, "There is no such method.");
  const sent = sendParams.safeParse(params);
  if (!sent.success) throw new RpcError(-32602, describeIssue(sent.error));
  if (sent.data.message.taskId) throw noTask();
  const words = wordsOf(sent.data);
  if (words === "")
    throw new RpcError(-32005, "Send words: this agent reads text.", "CONTENT_TYPE_NOT_SUPPORTED");
  await limitRate(c, REQUEST_LIMITS.search, callerAddress(c));
  const { contextId } = sent.data.message;
  return answerMessage(words, { contextId, market: env().APP_URL, asker: askerOf(c) });
}

function describeIssue({ issues: [first] }: z.ZodError): string {
  return `${first?.path.join(".") || "params"}: ${first?.message ?? "not valid"}`.slice(0, 300);
}

const toErrorJson = ({ code, message, reason }: RpcError) => ({
  code,
  message,
  ...(reason && {
    data: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason, domain: "a2a-protocol.org" }],
  }),
});
