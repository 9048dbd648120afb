import { toolArgumentsSchema, toolCallSchema } from "@/lib/skill-format";
import { DomainError } from "@/lib/kernel/errors";
import { acceptInput } from "@/lib/running/calls/accept-input";
import type { JsonObject } from "@/lib/running/contract/json-text";
import type { RunnableVersion } from "@/lib/running/runnable-repository";
import { findToolCall, TOOL_CALL } from "@/lib/running/vibelife/tool-call";

type CallableVersion = Pick<RunnableVersion, "inputSchema" | "tools">;

/**
 * The input of a call, checked by what the version declares: its input schema, or, for `{"tool_call": …}` to a skill
 * with tools of its own, by the tool's parameters. Throws INPUT_INVALID with the places and SKILL_NOT_RUNNABLE.
 */
export async function acceptCall(
  input: unknown,
  { inputSchema, tools }: CallableVersion,
): Promise<JsonObject> {
  if (tools.length === 0 || !namesTool(input)) return acceptInput(input, inputSchema);
  const accepted = await acceptInput(input, toolCallSchema(tools));
  const call = findToolCall({ tools }, accepted);
  const tool = tools.find(({ name }) => name === call?.tool);
  if (!call || !tool) throw new DomainError("INPUT_INVALID", "The input names no tool of this skill.");
  await acceptInput(call.args, toolArgumentsSchema(tool));
  return accepted;
}

const namesTool = (input: unknown) =>
  typeof input === "object" && input !== null && Object.keys(input).join() === TOOL_CALL;
