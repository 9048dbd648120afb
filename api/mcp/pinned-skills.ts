import { isInitializeRequest } from "@modelcontextprotocol/sdk/types.js";
import { MAX_ACTIVE, SLUG } from "@/api/mcp/active-skills";
import { DomainError } from "@/lib/kernel/errors";

/**
 * The skills that the address of the server names (`/mcp?skills=a,b`), for a request that begins a session: their tools
 * are in the list from the start, for clients that read it once. Throws REQUEST_INVALID for what is no name, and for
 * more names than a conversation can have skills.
 */
export function pinnedSkills(url: string, body: unknown): string[] {
  if (!isInitializeRequest(body)) return [];
  const named = new URL(url).searchParams.getAll("skills").flatMap((names) => names.split(","));
  const ids = [...new Set(named.map((name) => name.trim()).filter((name) => name !== ""))];
  if (ids.length > MAX_ACTIVE) {
    const message = `The address of the MCP server names ${ids.length} skills; it may name ${MAX_ACTIVE}.`;
    throw new DomainError("REQUEST_INVALID", message);
  }
  const odd = ids.find((id) => !SLUG.test(id));
  if (odd === undefined) return ids;
  const message = `"${odd.slice(0, 64)}" in the address of the MCP server is no name of a skill: /mcp?skills=NAME,NAME.`;
  throw new DomainError("REQUEST_INVALID", message);
}
