import type http from "node:http";
import { isUncounted } from "@/api/frame/caller";
import {
  headerOf,
  type FindCachedRead,
  isOfOneCaller,
  type CachedAnswer,
  answerCache,
  keyOf,
  OF_BODY,
  REVISION,
  revisionFor,
} from "@/api/frame/answer-cache";
import { FRAME_OF_READS, nameAsked, logRequest } from "@/api/frame/request-frame";
import { env } from "@/lib/platform/config/env";
import { addressOf, subscriberOf } from "@/lib/web/http/client-address";
import { matchesEntityTag, tagAsSent } from "@/lib/web/http/answer-headers";
import { recordDownload } from "@/lib/registry/statistics/record-download";

interface Found {
  answer: CachedAnswer;
  revision: string;
  /** Whoever asks has it already. */
  isKnown: boolean;
}

/** What the application refuses otherwise is left to it. */
const PLAIN_HOST = /^[\w.-]+(?::\d{1,5})?$/;

/**
 * Sends the cached answer of a public read of its very revision, without the application: building a request and an
 * answer for that takes longer than all else. False where there is none, or it cannot be known: the application makes
 * it, or says what is wrong.
 */
export async function sendCached(
  cachedRead: FindCachedRead,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<boolean> {
  const startedMs = performance.now();
  const found = await find(cachedRead, request).catch(() => null);
  if (found === null) return false;
  const { answer, revision, isKnown } = found;
  const header = headerOf(request.headers);
  const names = nameAsked(header);
  const head = [REVISION, revision, "x-request-id", names.requestId];
  for (const [name, value] of FRAME_OF_READS) head.push(name, value);
  for (const [name, value] of answer.headers) {
    if (!isKnown) head.push(name, value);
    else if (name === "etag") head.push(name, tagAsSent(header("if-none-match"), value));
    else if (!OF_BODY.test(name)) head.push(name, value);
  }
  const status = isKnown ? 304 : 200;
  response.writeHead(status, head);
  response.end(isKnown ? null : answer.body);
  const [path = "/"] = (request.url ?? "/").split("?", 1);
  logRequest({ names, method: "GET", path, status, route: answer.route, startedMs });
  return true;
}

/** What may be sent at this moment, its download counted. */
async function find(cachedRead: FindCachedRead, request: http.IncomingMessage): Promise<Found | null> {
  const { method, url = "/", headers } = request;
  const header = headerOf(headers);
  const answers = answerCache();
  if (method !== "GET" || answers === null || isOfOneCaller(header)) return null;
  const read = PLAIN_HOST.test(headers.host ?? "") ? cachedRead(url) : null;
  const key = keyOf(header("accept-encoding"), url);
  if (read === null || !answers.has(key)) return null;
  const known = await revisionFor(read);
  const answer = known && answers.find(key, known.revision);
  if (known === null || answer === null) return null;
  const isKnown = answer.etag !== null && matchesEntityTag(header("if-none-match"), answer.etag);
  if (answer.download !== undefined && !isKnown && !isUncounted(header)) {
    const address = subscriberOf(addressOf(request, env().TRUSTED_PROXY_HOPS));
    await recordDownload({ ...answer.download, caller: { address } });
  }
  return { answer, revision: known.revision, isKnown };
}
