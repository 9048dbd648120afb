import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type CallToolResult,
  type Tool,
} from "@modelcontextprotocol/sdk/types.js";
import packageJson from "@/package.json";
import { ActiveSkills } from "@/api/mcp/active-skills";
import { failureOf, toFailure } from "@/api/mcp/answers";
import { toAnnotations } from "@/api/mcp/annotations";
import { callSkillTool } from "@/api/mcp/call-skill-tool";
import type { Caller, Extra } from "@/api/mcp/core-tool";
import { CORE_TOOLS } from "@/api/mcp/core-tools";
import { listSkillResources, readSkillResource } from "@/api/mcp/skill-resources";
import { instructionsFor } from "@/api/mcp/instructions";
import { Relisting } from "@/api/mcp/relisting";
import type { OfferedTool } from "@/lib/core-tools/offer-tools";
import { isDomainError } from "@/lib/kernel/errors";

const MAX_CALLS_AT_ONCE = 8;
/** In the answer to a call of a tool that is not there. */
const MAX_NAMED_TOOLS = 40;

/** One client's conversation: the SDK's server for it, the core layer, and the skills it has activated. */
export class Conversation {
  readonly #mcp: McpServer;
  readonly #skills: ActiveSkills;
  readonly #caller: Caller;
  readonly #relist = new Relisting();
  #calls = 0;

  private constructor(caller: Caller, skills: ActiveSkills, instructions: string) {
    this.#caller = caller;
    this.#skills = skills;
    this.#mcp = new McpServer(
      { name: "emporion", title: "Emporion", version: packageJson.version },
      { capabilities: { tools: { listChanged: true }, resources: { listChanged: true } }, instructions },
    );
    const { server } = this.#mcp;
    server.setRequestHandler(ListToolsRequestSchema, () => {
      this.#relist.listed();
      return { tools: this.#listTools() };
    });
    server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
      this.#callTool(params.name, params.arguments ?? {}, extra),
    );
    server.setRequestHandler(ListResourcesRequestSchema, () => listSkillResources(this.#skills));
    server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
      resourceTemplates: [{ uriTemplate: "skill://{name}/{+path}", name: "A text of an active skill" }],
    }));
    server.setRequestHandler(ReadResourceRequestSchema, ({ params }) =>
      readSkillResource(this.#skills, params.uri).catch((error: unknown) => {
        if (!isDomainError(error)) throw error;
        // Not an McpError: it writes its code into the words, and the client does so once more.
        const data = { error_code: error.code };
        throw Object.assign(new Error(error.message), { code: ErrorCode.InvalidParams, data });
      }),
    );
  }

  /** A conversation in which these skills are active from the start. */
  static async begin(caller: Caller, pinned: readonly string[]): Promise<Conversation> {
    const skills = new ActiveSkills();
    const activation = pinned.length > 0 ? await skills.activate(pinned) : null;
    return new Conversation(caller, skills, instructionsFor(skills, activation));
  }

  /** True while a tool is at work. */
  get busy(): boolean {
    return this.#calls > 0;
  }

  connect(transport: Parameters<McpServer["connect"]>[0]): Promise<void> {
    return this.#mcp.connect(transport);
  }

  close(): Promise<void> {
    return this.#mcp.close();
  }

  #listTools(): Tool[] {
    const core = CORE_TOOLS.map(({ name, description, inputSchema, annotations }) => ({
      name,
      description,
      inputSchema,
      annotations,
    }));
    return [...core, ...[...this.#skills.tools.values()].map(toTool)];
  }

  async #callTool(name: string, args: Record<string, unknown>, extra: Extra): Promise<CallToolResult> {
    const core = CORE_TOOLS.find((tool) => tool.name === name);
    const offered = this.#skills.tools.get(name);
    if (!core && !offered) {
      const tools = [...CORE_TOOLS, ...this.#skills.tools.values()].slice(0, MAX_NAMED_TOOLS);
      const here = tools.map((tool) => tool.name).join(", ");
      const error = `There is no tool "${name.slice(0, 80)}" here; a skill's tools come when it is activated. Here are: ${here}.`;
      return toFailure({ status: "error", error_code: "NOT_FOUND", error });
    }
    if (this.#calls >= MAX_CALLS_AT_ONCE) {
      const error = `At most ${MAX_CALLS_AT_ONCE} tools run at a time in one conversation.`;
      return toFailure({ status: "error", error_code: "RATE_LIMITED", error });
    }
    this.#calls++;
    const { server } = this.#mcp;
    const context = { server, skills: this.#skills, caller: this.#caller, extra, relist: this.#relist };
    try {
      if (core) return await core.run(args, context);
      return offered ? await callSkillTool(offered, args, context) : toFailure({});
    } catch (error) {
      return failureOf(error);
    } finally {
      this.#calls--;
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
