/** Of the starter catalogue. */
const SKILL = "json-diff";
/** One that changes while others are read. */
export const OTHER_SKILL = "csv-profile";

/** What is asked: an address, or what is posted to one. */
export interface Asked {
  /** Another one for each kind. */
  path: string;
  post?: { headers: Readonly<Record<string, string>>; body: string };
}

/** A read by MCP without a session; what the query says is passed over. */
function mcp(method: string, params: Readonly<Record<string, unknown>>): Asked {
  const version = "2026-07-28";
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientInfo": { name: "load", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return {
    path: `/mcp?kind=${method}`,
    post: {
      headers: {
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        "mcp-protocol-version": version,
        "mcp-method": method,
        ...(method === "resources/read" ? { "mcp-name": String(params["uri"]) } : {}),
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }),
    },
  };
}

/** One address for each kind of read. */
export const KINDS: Readonly<Record<string, Asked>> = {
  schema: { path: `/v1/agent/skills/${SKILL}/schema` },
  detail: { path: `/v1/skills/${SKILL}` },
  download: { path: `/v1/skills/${SKILL}/download` },
  search: { path: "/v1/skills?q=invoice" },
  "search by name": { path: "/v1/agent/search?sort=name&limit=50" },
  "skills/list": mcp("skills/list", {}),
  "skills/get": mcp("skills/get", { uri: `skill://${SKILL}/SKILL.md` }),
  "resources/read": mcp("resources/read", { uri: `skill://${SKILL}/SKILL.md` }),
  list: { path: "/skills" },
  "skill page": { path: `/skills/${SKILL}` },
  "front page": { path: "/" },
  "llms.txt": { path: "/llms.txt" },
  feed: { path: "/feed.xml" },
};

/** What is read of any skill, also of one that does not run here. */
export const READS_OF_SKILL: readonly ((slug: string) => string)[] = [
  (slug) => `/v1/skills/${slug}`,
  (slug) => `/v1/skills/${slug}/versions`,
  (slug) => `/v1/skills?q=${slug}`,
  (slug) => `/v1/skills/${slug}/reviews`,
  (slug) => `/skills/${slug}`,
  (slug) => `/skills/${slug}/security`,
  (slug) => `/skills/${slug}/versions`,
  (slug) => `/ko/skills/${slug}`,
];
