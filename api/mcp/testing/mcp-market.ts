import type http from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import {
  Client as StatelessClient,
  type ClientOptions,
  StreamableHTTPClientTransport as StatelessTransport,
} from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  ElicitRequestSchema,
  ToolListChangedNotificationSchema,
  type ElicitResult,
} from "@modelcontextprotocol/sdk/types.js";
import { afterAll, afterEach, beforeAll } from "vitest";
import { app } from "@/api/app";

interface ClientParts {
  key?: string;
  headers?: Record<string, string>;
  /** Names of skills in the address of the server. */
  skills?: string;
  /** It says that it pays by itself. */
  pays?: boolean;
  /** What the person answers; without it the client cannot ask. */
  person?: (
    question: string,
    fields: object,
    meta?: Record<string, unknown>,
  ) => ElicitResult | Promise<ElicitResult>;
}

export interface ToolAnswer {
  isError: boolean;
  content: Record<string, unknown>;
  text: string;
  meta: Record<string, unknown>;
}

/** A request of 2026-07-28, as a client without the SDK writes it. */
export interface SentRequest {
  method: string;
  params?: Record<string, unknown>;
  headers?: Record<string, string>;
  meta?: Record<string, unknown>;
}
export const STATELESS_META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** The real agent API on a port of its own, and stock MCP clients connected to it; they are closed after each test. */
export class McpMarket {
  url = new URL("http://127.0.0.1/mcp");
  readonly #clients: { close: () => Promise<void> }[] = [];

  constructor() {
    let server: http.Server;
    beforeAll(async () => {
      server = await new Promise((resolve) => {
        const made = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, () =>
          resolve(made as http.Server),
        );
      });
      this.url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
    });
    afterEach(async () => {
      await Promise.all(this.#clients.splice(0).map((client) => client.close()));
    });
    afterAll(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
  }

  /** The client of the SDK of 2026, which asks for the revision it is told to. */
  async connectAnew(
    { key, skills, search, person, pays }: ClientParts & { search?: Record<string, string> } = {},
    mode: NonNullable<ClientOptions["versionNegotiation"]>["mode"] = { pin: "2026-07-28" },
  ) {
    const url = new URL(this.url);
    if (skills !== undefined) url.searchParams.set("skills", skills);
    for (const [name, value] of Object.entries(search ?? {})) url.searchParams.set(name, value);
    const client = new StatelessClient(
      { name: "stock-client", version: "1.0.0" },
      { versionNegotiation: { mode }, capabilities: capabilitiesOf({ person, pays }) },
    );
    if (person)
      client.setRequestHandler("elicitation/create", ({ params }) =>
        person(params.message, "requestedSchema" in params ? params.requestedSchema : {}, params._meta),
      );
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
    await client.connect(new StatelessTransport(url, { requestInit: { headers } }));
    this.#clients.push(client);
    const call = async (name: string, args: object = {}, meta?: Record<string, unknown>) =>
      toToolAnswer(await client.callTool({ name, arguments: { ...args }, ...(meta ? { _meta: meta } : {}) }));
    return { client, call };
  }

  async send({ method, params = {}, headers = {}, meta = STATELESS_META }: SentRequest, skills?: string) {
    const url = new URL(this.url);
    if (skills !== undefined) url.searchParams.set("skills", skills);
    const name = params["name"] ?? params["uri"];
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
        ...(typeof name === "string" ? { "mcp-name": name } : {}),
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 7, method, params: { ...params, _meta: meta } }),
    });
    const body = (await response.json()) as { result?: Record<string, unknown>; error?: { code: number } };
    return { status: response.status, session: response.headers.get("mcp-session-id"), ...body };
  }

  async connect(parts: ClientParts = {}): Promise<McpClient> {
    const url = new URL(this.url);
    if (parts.skills !== undefined) url.searchParams.set("skills", parts.skills);
    const client = new McpClient(url, parts);
    this.#clients.push(client);
    await client.connect();
    return client;
  }
}

const capabilitiesOf = ({
  person,
  pays,
}: { [part in "person" | "pays"]: ClientParts[part] | undefined }) => ({
  ...(person ? { elicitation: { form: {} } } : {}),
  ...(pays ? { experimental: { payment: { methods: ["solana"], intents: ["charge"] } } } : {}),
});

/** What a tool gave, as tests ask for it. */
function toToolAnswer(result: {
  content?: unknown;
  structuredContent?: unknown;
  isError?: boolean | undefined;
  _meta?: Record<string, unknown> | undefined;
}): ToolAnswer {
  const [first] = result.content as { text: string }[];
  return {
    isError: result.isError === true,
    content: (result.structuredContent ?? {}) as Record<string, unknown>,
    text: first?.text ?? "",
    meta: result._meta ?? {},
  };
}

/** The SDK's own client; it only counts what it is notified of. */
export class McpClient {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
  listChanges = 0;

  constructor(url: URL, { key, headers = {}, person, pays }: ClientParts) {
    const capabilities = capabilitiesOf({ person, pays });
    this.client = new Client({ name: "stock-client", version: "1.0.0" }, { capabilities });
    this.client.setNotificationHandler(ToolListChangedNotificationSchema, () => void this.listChanges++);
    if (person) {
      this.client.setRequestHandler(ElicitRequestSchema, ({ params }) =>
        person(params.message, "requestedSchema" in params ? params.requestedSchema : {}),
      );
    }
    const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
    this.transport = new StreamableHTTPClientTransport(url, {
      requestInit: { headers: { ...authorization, ...headers } },
    });
  }

  async connect(): Promise<void> {
    await this.client.connect(this.transport);
  }

  async close(): Promise<void> {
    await this.transport.terminateSession().catch(() => undefined);
    await this.client.close();
  }

  async tools(): Promise<string[]> {
    return (await this.client.listTools()).tools.map(({ name }) => name);
  }

  async call(name: string, args: object = {}, meta?: Record<string, unknown>): Promise<ToolAnswer> {
    const params = { name, arguments: { ...args }, ...(meta ? { _meta: meta } : {}) };
    return toToolAnswer(await this.client.callTool(params));
  }
}
