import { PROTOCOL_VERSION_META_KEY, SERVER_INFO_META_KEY } from "@modelcontextprotocol/server";
import { type CachedAnswer, answerCache, type CachedRead, revisionFor } from "@/api/frame/answer-cache";
import { SERVER_INFO } from "@/api/mcp/conversation";
import { isRunUri } from "@/api/mcp/run-output";
import { errorOf, readSkillFile, SKILL_READS, withCacheHint } from "@/api/mcp/skills-extension";
import { readAsNewAs } from "@/lib/registry/revisions/revisions";
import { isDomainError } from "@/lib/kernel/errors";

const READ_FILE = "resources/read";
const VERSION = "2026-07-28";
/** Of counters, which move without a revision. */
const CACHE_MS = 30_000;

/** A read of the extension for skills that is the same for everybody, and has no session. */
interface PublicRead {
  id: string | number;
  /** Under what its answer is cached. */
  key: string;
  make: () => Promise<Record<string, unknown>>;
}

/** True where a request, by its headers, may be such a read. */
export const mayBePublicRead = (method: string | null): boolean =>
  method !== null && (method === READ_FILE || Object.hasOwn(SKILL_READS, method));

interface Asked {
  url: string;
  header: (name: string) => string | undefined;
}

/**
 * The read that a request of this revision asks for; null where it is none, or its headers do not say the same: the
 * SDK's server answers that, and says what is wrong. Active skills may be other versions than the newest, so their texts
 * are its too. The message itself was found to be in order before.
 */
export function publicRead({ url, header }: Asked, message: unknown): PublicRead | null {
  const { id, method, params } = (message ?? {}) as Record<string, unknown>;
  if (typeof id !== "string" && typeof id !== "number") return null;
  if (
    header("mcp-protocol-version") !== VERSION ||
    typeof method !== "string" ||
    header("mcp-method") !== method
  )
    return null;
  const { uri, cursor, _meta } = (params ?? {}) as Record<string, unknown>;
  if ((_meta as Record<string, unknown> | undefined)?.[PROTOCOL_VERSION_META_KEY] !== VERSION) return null;
  const at = url.indexOf("?");
  const search = at === -1 ? "" : url.slice(at);
  if (new URLSearchParams(search).has("skills")) return null;
  const key = `mcp ${method} ${JSON.stringify([uri, cursor])} ${uri === undefined ? search : ""}`;
  if (key.length > LONGEST_KEY) return null;
  const read = Object.hasOwn(SKILL_READS, method) ? SKILL_READS[method] : undefined;
  if (read) return { id, key, make: () => read(params, { address: url, skills: null }) };
  const isFile =
    method === READ_FILE && typeof uri === "string" && !isRunUri(uri) && header("mcp-name") === uri;
  return isFile ? { id, key, make: async () => withCacheHint(await readSkillFile(null, uri)) } : null;
}
const LONGEST_KEY = 1_500;

/** What an answer shows: of a skill also what other skills say beside it. */
const SHOWS: CachedRead = { shows: "catalogue", skill: null, cacheMs: CACHE_MS };

/**
 * Sends the cached answer of a read while nothing that it shows has changed, as reads of the API are sent; else
 * makes it, which `admit` counts. Throws RATE_LIMITED.
 */
export async function answerPublicRead(
  { id, key, make }: PublicRead,
  admit: () => Promise<void>,
): Promise<Response> {
  const made = async () => {
    await admit();
    return toAnswer(await make());
  };
  try {
    const answers = answerCache();
    const known = answers && (await revisionFor(SHOWS));
    if (answers === null || known === null) return send(id, (await made()).body);
    const { answer } = await answers.answer(key, { revision: known.revision, ms: CACHE_MS }, () =>
      readAsNewAs(known, made),
    );
    return send(id, (answer ?? (await made())).body); // whoever waited for one that failed makes it
  } catch (error) {
    if (!isDomainError(error) || error.code === "RATE_LIMITED") throw error;
    return Response.json({ jsonrpc: "2.0", id, error: errorOf(error) });
  }
}

/** The cached answer of a read, if it is of this moment's revision. */
export async function findCached({ key }: PublicRead): Promise<Uint8Array | null> {
  const answers = answerCache();
  if (!answers?.has(key)) return null;
  const known = await revisionFor(SHOWS);
  return (known && answers.find(key, known.revision)?.body) ?? null;
}

/** The result as it is sent to everybody; who asks is told under which number. */
function toAnswer(read: Record<string, unknown>): CachedAnswer {
  const result = { resultType: "complete", ...read, _meta: { [SERVER_INFO_META_KEY]: SERVER_INFO } };
  const body = new TextEncoder().encode(JSON.stringify(result));
  return { body, headers: [], etag: null, download: undefined, route: "/mcp" };
}

const JSON_HEADERS = { "content-type": "application/json" };
const END = Buffer.from("}");

const send = (id: string | number, result: Uint8Array) =>
  new Response(frameResult(id, result), { headers: JSON_HEADERS });

/** A result as the answer to the request of this id. */
export function frameResult(id: string | number, result: Uint8Array): Buffer<ArrayBuffer> {
  const start = Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`);
  return Buffer.concat([start, result, END]);
}
