import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type {
  CallToolResult,
  ServerNotification,
  ServerRequest,
  ToolAnnotations,
} from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import type { ActiveSkills } from "@/api/mcp/active-skills";
import type { Relisting } from "@/api/mcp/relisting";
import { DomainError } from "@/lib/kernel/errors";
import { describeInvalidMember } from "@/lib/http/problems/describe-invalid-member";

/** Who a conversation belongs to. */
export interface Caller {
  /** As far as rate limits go: the account, or the address. */
  subject: string;
  /** Whose profile and reminders: account or agent; null for somebody unknown. */
  ownerId: string | null;
  accountId: string | null;
  address: string;
}

export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** Tells the client that its lists of tools and of texts are other ones now. */
export async function notifyListsChanged({ sendNotification }: Extra): Promise<void> {
  await sendNotification({ method: "notifications/tools/list_changed" });
  await sendNotification({ method: "notifications/resources/list_changed" });
}

/** What a tool may use while it answers one call. */
export interface ToolCallContext {
  server: McpServer["server"];
  skills: ActiveSkills;
  caller: Caller;
  extra: Extra;
  relist: Relisting;
}

/** One of the seven tools of the core layer (VibeLife V9 1.3). */
export interface CoreTool {
  name: string;
  description: string;
  inputSchema: { type: "object"; [keyword: string]: unknown };
  annotations: ToolAnnotations;
  run: (given: unknown, context: ToolCallContext) => Promise<CallToolResult>;
}

interface Definition<Input extends z.ZodObject> {
  name: string;
  description: string;
  input: Input;
  annotations?: ToolAnnotations;
  run: (given: z.infer<Input>, context: ToolCallContext) => Promise<CallToolResult>;
}

/**
 * Binds a tool to the description of its arguments, which are checked before it is run. An argument it does not take is
 * refused, not passed over: a model that writes `at` for `due` would believe that its reminder has a moment.
 */
export function defineCoreTool<Input extends z.ZodObject>(definition: Definition<Input>): CoreTool {
  const { name, description, annotations = {}, run } = definition;
  const input = definition.input.strict();
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { io: "input" });
  return {
    name,
    description,
    inputSchema: { ...schema, type: "object" },
    annotations: { openWorldHint: false, destructiveHint: false, ...annotations },
    run: async (given, context) => {
      const read = input.safeParse(given ?? {});
      if (read.success) return run(read.data as z.infer<Input>, context);
      const errors = read.error.issues.slice(0, 20).map((issue) => ({
        pointer: issue.path.map((part) => `/${String(part)}`).join(""),
        detail: describeInvalidMember(issue),
      }));
      const taken = Object.keys(input.shape).join(", ");
      const message = `The arguments of ${name} are not valid. It takes: ${taken}.`;
      throw new DomainError("INPUT_INVALID", message, { details: { errors } });
    },
  };
}

/** Whose profile and reminders a tool uses. Throws AUTH_REQUIRED for somebody unknown. */
export function ownerOf({ ownerId }: Caller): string {
  if (ownerId !== null) return ownerId;
  throw new DomainError(
    "AUTH_REQUIRED",
    "Nothing is kept for somebody unknown. Connect with an API key: Authorization: Bearer sk_….",
  );
}
