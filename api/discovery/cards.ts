import { isIP } from "node:net";
import { sendCachedJson, sendCachedText } from "@/api/frame/answer";
import type { PlainRoute } from "@/api/frame/operation";
import { env } from "@/lib/platform/config/env";
import { DomainError } from "@/lib/kernel/errors";
import packageJson from "@/package.json";

const SECONDS = 3600;
const LINKSET = 'application/linkset+json;profile="https://www.rfc-editor.org/info/rfc9727"';
const DESCRIPTION =
  "An open market for AI agent skills: find one by what it does, read its schema and proven examples, call it here (free or paid per call in lamports), or download it.";

/**
 * Documents by which programs find out what this server speaks: where MCP is, and where the API is described.
 */
export const CARDS: readonly PlainRoute[] = [
  {
    path: "/.well-known/api-catalog",
    handler: (c) => sendCachedText(c, JSON.stringify(apiCatalog(env().APP_URL)), LINKSET, SECONDS),
  },
  { path: "/server.json", handler: (c) => sendCachedJson(c, registryEntry(env().APP_URL), SECONDS) },
  { path: "/.well-known/mcp-registry-auth", handler: (c) => c.text(registryProof(env().MCP_REGISTRY_PROOF)) },
  ...["/.well-known/mcp.json", "/.well-known/mcp/server-card.json"].map((path) => cardAt(path, mcpCard)),
];

function cardAt(path: string, card: (url: string) => object): PlainRoute {
  return { path, handler: (c) => sendCachedJson(c, card(env().APP_URL), SECONDS) };
}

/** The API catalogue of RFC 9727: the API, its description, its documentation and its state, as links (RFC 9264). */
function apiCatalog(url: string) {
  return {
    linkset: [
      {
        anchor: `${url}/v1`,
        "service-desc": [{ href: `${url}/v1/openapi.json`, type: "application/json" }],
        "service-doc": [
          { href: `${url}/docs/api`, type: "text/html" },
          { href: `${url}/llms.txt`, type: "text/plain" },
        ],
        status: [{ href: `${url}/readyz`, type: "application/json" }],
      },
    ],
  };
}

/**
 * Where the MCP server is and how it is spoken to (the working group's server card, and the short form clients
 * look for).
 */
function mcpCard(url: string) {
  return {
    name: "emporion",
    title: "Emporion",
    version: packageJson.version,
    description: DESCRIPTION,
    websiteUrl: url,
    transport: { type: "streamable-http", endpoint: "/mcp" },
    remotes: [{ type: "streamable-http", url: `${url}/mcp` }],
    mcpServers: { emporion: { type: "http", url: `${url}/mcp` } },
  };
}

const REGISTRY_SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

/**
 * The MCP server as the registry of MCP servers takes it (server.json, 2025-12-11): named after the market's domain
 * backwards, as its publisher proves to hold it. Throws NOT_FOUND for a market without a domain.
 */
export function registryEntry(url: string) {
  const { hostname } = new URL(url);
  const labels = hostname.split(".");
  if (labels.length < 2 || isIP(hostname.replaceAll(/[[\]]/g, "")) !== 0)
    throw new DomainError("NOT_FOUND", "The registry names servers after domains, and this market has none.");
  return {
    $schema: REGISTRY_SCHEMA,
    name: `${labels.toReversed().join(".")}/emporion`,
    title: "Emporion",
    description: "Find AI agent skills, read them, and call them: free, or paid per call.",
    version: packageJson.version,
    websiteUrl: url,
    remotes: [
      {
        type: "streamable-http",
        url: `${url}/mcp`,
        headers: [
          {
            name: "Authorization",
            description: "Bearer and an API key of an account here. Nothing needs it but what is yours.",
            isRequired: false,
            isSecret: true,
          },
        ],
      },
    ],
  };
}

/** The operator's proof that the domain is theirs. Throws NOT_FOUND where there is none. */
export function registryProof(proof: string | undefined): string {
  if (proof !== undefined) return proof;
  throw new DomainError("NOT_FOUND", "This market has no proof for the registry of MCP servers.");
}
