import { AGENT_NAME_MAX, AGENT_PROVIDER_MAX, SESSION_HASH_MAX } from "./constants";
import { isRecord } from "./json-schema/check-schema";
import { isIsoDateTime } from "./values/iso-dates";

/** Which agent made an upload. Nothing else about a session or a person is ever kept (USK, agent attribution). */
export interface AuthorAgent {
  name: string;
  provider?: string;
  session_id_hash?: string;
  built_at?: string;
  /** The market's own mark, never read from an upload: whoever uploaded proved to be this agent or its owner. */
  proven?: true;
}

type AuthorAgentReading =
  | {
      ok: true;
      /** Null for a person's upload: nothing was given. */
      authorAgent: AuthorAgent | null;
      /** Members that were left out because they are not allowed or not well formed; names only, never values. */
      removed: string[];
      warnings: string[];
    }
  | { ok: false; code: "AGENT_AUTHOR_INVALID"; message: string };

const TOKEN = /^[A-Za-z0-9._-]+$/;

/** `sha256:` and the digest as hex, base64 or a placeholder: no blank, no `@`, so no e-mail slips through. */
const SESSION_HASH = /^sha256:[A-Za-z0-9+/=._-]+$/;

const MEMBERS: ReadonlySet<string> = new Set(["name", "provider", "session_id_hash", "built_at"]);

/** Reads the header `X-Agent-Author: <name>[@<provider>]` (USK, agent attribution). */
export function parseAuthorAgentHeader(header: string): AuthorAgentReading {
  const parts = header.trim().split("@");
  const [name = "", provider] = parts;
  if (parts.length > 2) return invalid("holds more than one @");
  if (!isToken(name, AGENT_NAME_MAX)) return invalidName();
  if (provider === undefined) return accepted({ name }, []);
  if (!isToken(provider, AGENT_PROVIDER_MAX)) {
    return invalid(`the provider must be 1 to ${AGENT_PROVIDER_MAX} characters of A-Z a-z 0-9 . _ -`);
  }
  return accepted({ name, provider }, []);
}

/**
 * Reads the formal object (USK, agent attribution). A bad name refuses it; any other member that is unknown, personal
 * or not well formed is removed, and the upload goes on. Null or undefined mean that nothing was given.
 */
export function parseAuthorAgentObject(value: unknown): AuthorAgentReading {
  if (value === null || value === undefined) return accepted(null, []);
  if (!isRecord(value)) return invalid("must be an object");
  const { name, provider, session_id_hash: sessionIdHash, built_at: builtAt } = value;
  if (!isToken(name, AGENT_NAME_MAX)) return invalidName();
  const agent: AuthorAgent = { name };
  if (isToken(provider, AGENT_PROVIDER_MAX)) agent.provider = provider;
  if (isSessionHash(sessionIdHash)) agent.session_id_hash = sessionIdHash;
  if (typeof builtAt === "string" && isIsoDateTime(builtAt)) agent.built_at = builtAt;
  const removed = Object.keys(value).filter((key) => !MEMBERS.has(key) || !Object.hasOwn(agent, key));
  return accepted(agent, removed);
}

/** Reads the form field `author_agent_json`. */
function parseAuthorAgentJson(text: string): AuthorAgentReading {
  if (text.trim() === "") return accepted(null, []);
  try {
    return parseAuthorAgentObject(JSON.parse(text));
  } catch {
    return invalid("author_agent_json is not JSON");
  }
}

/**
 * Both ways together: the formal object wins over the header, and a disagreement of the names is a warning.
 * A malformed header refuses the upload only when it stands alone.
 */
export function parseAuthorAgent(given: {
  header?: string | null | undefined;
  object?: unknown;
  json?: string | null | undefined;
}): AuthorAgentReading {
  const formal =
    typeof given.json === "string" ? parseAuthorAgentJson(given.json) : parseAuthorAgentObject(given.object);
  if (!formal.ok || typeof given.header !== "string") return formal;
  const header = parseAuthorAgentHeader(given.header);
  if (formal.authorAgent === null) return header;
  if (header.ok && header.authorAgent?.name === formal.authorAgent.name) return formal;
  const warning = header.ok
    ? `X-Agent-Author names ${header.authorAgent?.name}, author_agent names ${formal.authorAgent.name}; the object counts`
    : "X-Agent-Author is malformed; author_agent counts";
  return { ...formal, warnings: [warning] };
}

function isToken(value: unknown, maxLength: number): value is string {
  return typeof value === "string" && value.length <= maxLength && TOKEN.test(value);
}

function isSessionHash(value: unknown): value is string {
  return typeof value === "string" && value.length <= SESSION_HASH_MAX && SESSION_HASH.test(value);
}

function accepted(authorAgent: AuthorAgent | null, removed: string[]): AuthorAgentReading {
  return { ok: true, authorAgent, removed, warnings: [] };
}

function invalidName(): AuthorAgentReading {
  return invalid(`the name must be 1 to ${AGENT_NAME_MAX} characters of A-Z a-z 0-9 . _ -`);
}

function invalid(message: string): AuthorAgentReading {
  return { ok: false, code: "AGENT_AUTHOR_INVALID", message };
}

/**
 * An agent name as people write it: split at `-` and `_`, words capitalised, neighbouring numbers joined by
 * a dot. `claude-opus-4-7` gives `Claude Opus 4.7`.
 */
export function agentDisplayName(name: string): string {
  const words: string[] = [];
  let afterNumber = false;
  for (const part of name.split(/[-_]/)) {
    if (part === "") continue;
    const isNumber = /^\d+(\.\d+)*$/.test(part);
    if (isNumber && afterNumber) words.push(`${words.pop() ?? ""}.${part}`);
    else words.push(part.charAt(0).toUpperCase() + part.slice(1));
    afterNumber = isNumber;
  }
  return words.length === 0 ? name : words.join(" ");
}
