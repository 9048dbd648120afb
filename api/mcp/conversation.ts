import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";
import {
  type ActiveSkills,
  listSkillResources,
  readSkillResource,
  type Relisting,
} from "@/api/mcp/active-skills";
import { callSkillTool } from "@/api/mcp/call-skill-tool";
import {
  type Caller,
  type Extra,
  failureOf,
  notifyListsChanged,
  toAnnotations,
  toFailure,
} from "@/api/mcp/core-tool";
import { CORE_TOOLS } from "@/api/mcp/core-tools";
import type { OfferedTool } from "@/lib/catalogue/core-tools/offer-tools";
import { isDomainError } from "@/lib/kernel/errors";
import packageJson from "@/package.json";

const MAX_CALLS_AT_ONCE = 8;
/** In the answer to a call of a tool that is not there. */
const MAX_NAMED_TOOLS = 40;

/** What a process keeps of a conversation from one request to the next. */
export interface Held {
  skills: ActiveSkills;
  relist: Relisting;
  /** Tools at work here. */
  calls: number;
  /** Skills were lost, or came back, since the client was told of its tools. */
  isListOld: boolean;
}

/** The SDK's server for one request of a client, with the core layer and the skills the conversation has activated. */
export class Conversation {
  readonly #mcp: McpServer;
  readonly #held: Held;
  readonly #caller: Caller;

  constructor(caller: Caller, held: Held, instructions = "") {
    this.#caller = caller;
    this.#held = held;
    this.#mcp = new McpServer(
      { name: "emporion", title: "Emporion", version: packageJson.version },
      { capabilities: { tools: { listChanged: true }, resources: { listChanged: true } }, instructions },
    );
    const { server } = this.#mcp;
    server.setRequestHandler(ListToolsRequestSchema, async () => {
      await this.#held.relist.listed();
      this.#held.isListOld = false;
      return { tools: this.#listTools() };
    });
    server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
      this.#callTool(params.name, params.arguments ?? {}, extra),
    );
    server.setRequestHandler(ListResourcesRequestSchema, () => listSkillResources(this.#held.skills));
    server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
      resourceTemplates: [{ uriTemplate: "skill://{name}/{+path}", name: "A text of an active skill" }],
    }));
    server.setRequestHandler(ReadResourceRequestSchema, ({ params }) =>
      readSkillResource(this.#held.skills, params.uri).catch((error: unknown) => {
        if (!isDomainError(error)) throw error;
        // Not an McpError: it writes its code into the words, and the client does so once more.
        const data = { error_code: error.code };
        throw Object.assign(new Error(error.message), { code: ErrorCode.InvalidParams, data });
      }),
    );
  }

  connect(transport: Parameters<McpServer["connect"]>[0]): Promise<void> {
    return this.#mcp.connect(transport);
  }

  #listTools(): Tool[] {
    const core = CORE_TOOLS.map(({ name, description, inputSchema, annotations }) => ({
      name,
      description,
      inputSchema,
      annotations,
    }));
    return [...core, ...[...this.#held.skills.tools.values()].map(toTool)];
  }

  async #callTool(name: string, args: Record<string, unknown>, extra: Extra): Promise<CallToolResult> {
    if (this.#held.isListOld) {
      this.#held.isListOld = false;
      await notifyListsChanged(extra);
    }
    const core = CORE_TOOLS.find((tool) => tool.name === name);
    const offered = this.#held.skills.tools.get(name);
    const { loss } = this.#held.skills;
    if (!core && !offered && loss) return failureOf(loss);
    if (!core && !offered) {
      const tools = [...CORE_TOOLS, ...this.#held.skills.tools.values()].slice(0, MAX_NAMED_TOOLS);
      const here = tools.map((tool) => tool.name).join(", ");
      const error = `There is no tool "${name.slice(0, 80)}" here; a skill's tools come when it is activated. Here are: ${here}.`;
      return toFailure({ status: "error", error_code: "NOT_FOUND", error });
    }
    if (this.#held.calls >= MAX_CALLS_AT_ONCE) {
      const error = `At most ${MAX_CALLS_AT_ONCE} tools run at a time in one conversation.`;
      return toFailure({ status: "error", error_code: "RATE_LIMITED", error });
    }
    this.#held.calls++;
    const { server } = this.#mcp;
    const { skills, relist } = this.#held;
    const context = { server, skills, caller: this.#caller, extra, relist };
    try {
      if (core) return await core.run(args, context);
      return offered ? await callSkillTool(offered, args, context) : toFailure({});
    } catch (error) {
      return failureOf(error);
    } finally {
      this.#held.calls--;
    }
  }
}

/** The hints of a skill hold for what it does when it runs; forms and cards do nothing. */
function toTool({ name, description, inputSchema, skill, tool }: OfferedTool): Tool {
  const runs = tool === null || tool.handled;
  return {
    name,
    title: tool === null ? skill.title : `${skill.title}: ${tool.name}`,
    description,
    inputSchema,
    annotations: runs ? toAnnotations(skill.hints) : { readOnlyHint: true },
  };
}
