import {
  type CallToolResult,
  isInputRequiredResult,
  McpServer,
  ProtocolError,
  type ServerContext,
  type Tool,
  type Transport,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { type ActiveSkills, listSkillResources, type Relisting } from "@/api/mcp/active-skills";
import { callSkillTool } from "@/api/mcp/call-skill-tool";
import type { Caller } from "@/api/mcp/caller";
import {
  type CoreTool,
  failureOf,
  notifyListsChanged,
  toAnnotations,
  toFailure,
  type ToolResult,
} from "@/api/mcp/core-tool";
import { CORE_TOOLS } from "@/api/mcp/core-tools";
import { fitResult, resultLimit } from "@/api/mcp/fit-result";
import { PAYMENT_CAPABILITY, x402Capability } from "@/api/mcp/payment-transport";
import { openState } from "@/api/mcp/request-state";
import { isRunUri, readRunOutput } from "@/api/mcp/run-output";
import { asProtocolError, readSkillFile, SKILL_READS, SKILLS_CAPABILITY } from "@/api/mcp/skills-extension";
import type { OfferedTool } from "@/lib/catalogue/core-tools/offer-tools";
import packageJson from "@/package.json";

/** Who the server is, as every answer without a session says. */
export const SERVER_INFO = { name: "emporion", title: "Emporion", version: packageJson.version };

const MAX_CALLS_AT_ONCE = 8;
/** In the answer to a call of a tool that is not there. */
const MAX_NAMED_TOOLS = 40;
/** How long a client may take a list to be as it was: skills are withdrawn, and what they say with them. */
const LIST_TTL_MS = 60_000;

/** Tools at work for one caller, or in one session, at this process. */
export interface AtWork {
  calls: number;
}

/** What a process keeps of a session from one request to the next. */
export interface Held extends AtWork {
  skills: ActiveSkills;
  relist: Relisting;
  /** Skills were lost, or came back, since the client was told of its tools. */
  isListOld: boolean;
}

/** What one request is answered by: of a session, or of a client without one. */
export type Answering = Held | { skills: ActiveSkills; atWork: AtWork };

/** Each read looks at its own. */
const READ_PARAMS = z.looseObject({}).optional();

interface Said {
  /** Of the server, as the client called it: it may name conditions. */
  address: string;
  instructions?: string;
  /** Those that are there in this revision; the core layer when it is left out. */
  tools?: readonly CoreTool[];
}

/** The SDK's server for one request of a client, with the core layer and the skills that are active. */
export class Conversation {
  readonly mcp: McpServer;
  readonly #caller: Caller;
  readonly #address: string;
  readonly #skills: ActiveSkills;
  readonly #session: Held | null;
  readonly #atWork: AtWork;
  readonly #core: readonly CoreTool[];

  constructor(
    caller: Caller,
    answering: Answering,
    { address, instructions = "", tools = CORE_TOOLS }: Said,
  ) {
    this.#caller = caller;
    this.#address = address;
    this.#skills = answering.skills;
    this.#session = "relist" in answering ? answering : null;
    this.#atWork = "relist" in answering ? answering : answering.atWork;
    this.#core = tools;
    // Without a session nothing is announced: a list is as old as its `ttlMs` says.
    const changing = this.#session === null ? {} : { listChanged: true };
    const list = { ttlMs: LIST_TTL_MS, cacheScope: "public" } as const;
    this.mcp = new McpServer(SERVER_INFO, {
      capabilities: {
        tools: changing,
        resources: changing,
        extensions: { ...SKILLS_CAPABILITY, ...(this.#session === null ? x402Capability() : {}) },
        experimental: PAYMENT_CAPABILITY,
      },
      instructions,
      requestState: { verify: (sealed, context) => openState(sealed, context, caller) },
      cacheHints: {
        "tools/list": list,
        "resources/read": list,
        "resources/list": list,
        "resources/templates/list": list,
        "server/discover": list,
      },
    });
    this.#handle();
  }

  connect(transport: Transport): Promise<void> {
    return this.mcp.connect(transport);
  }

  #handle(): void {
    const { server } = this.mcp;
    server.setRequestHandler("tools/list", async () => {
      await this.#session?.relist.listed();
      if (this.#session) this.#session.isListOld = false;
      return { tools: this.#listTools() };
    });
    server.setRequestHandler(
      "tools/call",
      // The SDK sends results of other types as they are, and its own types name none of them.
      ({ params }, context) =>
        this.#callTool(params.name, params.arguments ?? {}, context) as Promise<CallToolResult>,
    );
    server.setRequestHandler("resources/list", () => listSkillResources(this.#skills));
    server.setRequestHandler("resources/templates/list", () => ({
      resourceTemplates: [{ uriTemplate: "skill://{name}/{+path}", name: "A file of a skill" }],
    }));
    server.setRequestHandler("resources/read", ({ params: { uri } }) =>
      asProtocolError(isRunUri(uri) ? readRunOutput(uri) : readSkillFile(this.#skills, uri)),
    );
    for (const [method, read] of Object.entries(SKILL_READS)) {
      server.setRequestHandler(method, { params: READ_PARAMS }, (params) =>
        asProtocolError(read(params, { address: this.#address, skills: this.#skills })),
      );
    }
  }

  #listTools(): Tool[] {
    const core = this.#core.map(({ name, description, inputSchema, annotations }) => ({
      name,
      description,
      inputSchema,
      annotations,
    }));
    return [...core, ...[...this.#skills.tools.values()].map(toTool)];
  }

  async #callTool(name: string, args: Record<string, unknown>, context: ServerContext): Promise<ToolResult> {
    if (this.#session?.isListOld) {
      this.#session.isListOld = false;
      await notifyListsChanged(context);
    }
    const run = this.#find(name);
    if (run === null) return this.#noSuchTool(name);
    if (this.#atWork.calls >= MAX_CALLS_AT_ONCE) {
      const error = `At most ${MAX_CALLS_AT_ONCE} tools run at a time ${this.#session ? "in one conversation" : "for one caller"}.`;
      return toFailure({ status: "error", error_code: "RATE_LIMITED", error });
    }
    this.#atWork.calls++;
    const { server } = this.mcp;
    const relist = this.#session?.relist ?? null;
    const isModern = this.#session === null;
    const used = { server, skills: this.#skills, caller: this.#caller, extra: context, isModern, relist };
    try {
      const limit = resultLimit(this.#address, context.mcpReq._meta);
      const result = await run(args, used);
      return isInputRequiredResult(result) || "paymentRequired" in result ? result : fitResult(result, limit);
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      return failureOf(error);
    } finally {
      this.#atWork.calls--;
    }
  }

  #find(name: string): CoreTool["run"] | null {
    const core = this.#core.find((tool) => tool.name === name);
    if (core) return core.run;
    const offered = this.#skills.tools.get(name);
    return offered ? (given, used) => callSkillTool(offered, given as Record<string, unknown>, used) : null;
  }

  #noSuchTool(name: string): CallToolResult {
    const { loss } = this.#skills;
    if (loss) return failureOf(loss);
    const tools = [...this.#core, ...this.#skills.tools.values()].slice(0, MAX_NAMED_TOOLS);
    const here = tools.map((tool) => tool.name).join(", ");
    const error = `There is no tool "${name.slice(0, 80)}" here; a skill's tools come when it is activated. Here are: ${here}.`;
    return toFailure({ status: "error", error_code: "NOT_FOUND", error });
  }
}

/** The hints of a skill hold for what it does when it runs; forms and cards do nothing. */
function toTool({ name, description, inputSchema, outputSchema, skill, tool }: OfferedTool): Tool {
  const runs = tool === null || tool.handled;
  return {
    name,
    title: tool === null ? skill.title : `${skill.title}: ${tool.name}`,
    description,
    inputSchema: inputSchema as Tool["inputSchema"], // a schema that a publisher wrote
    ...(outputSchema === null ? {} : { outputSchema }),
    annotations: runs ? toAnnotations(skill.hints) : { readOnlyHint: true },
  };
}
