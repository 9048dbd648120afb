import { toolArgumentsSchema, toolCallSchema, type SkillTool } from "@/lib/skill-format";
import { DomainError } from "@/lib/kernel/errors";
import { acceptInput } from "@/lib/running/calls/accept-input";
import { applyDefaults } from "@/lib/running/calls/check-input";
import { toArguments } from "@/lib/conversion/command-arguments";
import type { JsonObject } from "@/lib/running/contract/json-text";
import type { RunnableVersion } from "@/lib/running/runnable-repository";
import { decideMissing, listMissing } from "@/lib/running/vibelife/missing-arguments";
import { findToolCall, TOOL_CALL } from "@/lib/running/vibelife/tool-call";

type CallableVersion = Pick<RunnableVersion, "inputSchema" | "callPattern" | "tools" | "priceLamports">;

/**
 * The input of a call, checked by what the version declares: its input schema, or, for `{"tool_call": …}` to a skill
 * with tools of its own, by the tool's parameters. A required argument that is left out is decided by `decideMissing`,
 * as VibeLife V9 section 5 orders them: arguments, then profile, then the action that collects. Throws INPUT_INVALID
 * with the places (and `action` where one collects what is missing) and SKILL_NOT_RUNNABLE.
 */
export async function acceptCall(
  input: unknown,
  { inputSchema, callPattern, tools, priceLamports }: CallableVersion,
): Promise<JsonObject> {
  if (tools.length === 0 || !namesTool(input)) {
    const given = await acceptInput(input, inputSchema);
    if (callPattern === "args") toArguments(await applyDefaults(given, inputSchema)); // refuses what is no option
    return given;
  }
  const accepted = await acceptInput(input, toolCallSchema(tools));
  const call = findToolCall({ tools }, accepted);
  const tool = tools.find(({ name }) => name === call?.tool);
  if (!call || !tool) throw new DomainError("INPUT_INVALID", "The input names no tool of this skill.");
  const missing = listMissing(tool, call);
  const isOpen = decideMissing({ missing, profile: call.profile, isPriced: priceLamports > 0n }) === "run";
  if (missing.length > 0 && !isOpen) throw refused(missing, tools);
  await acceptInput(call.args, { ...toolArgumentsSchema(tool), required: [] });
  return accepted;
}

const namesTool = (input: unknown) =>
  typeof input === "object" && input !== null && Object.keys(input).join() === TOOL_CALL;

function refused(missing: readonly string[], tools: readonly SkillTool[]): DomainError {
  const action = tools.find(({ type }) => type === "collect")?.name;
  const next = action === undefined ? "" : ` Ask for it first: ${action}.`;
  const errors = missing.map((name) => ({
    pointer: `/${TOOL_CALL}/args`,
    detail: `The property "${name}" is missing, and the profile does not have it.${next}`,
  }));
  return new DomainError("INPUT_INVALID", `The input is refused. ${errors[0]?.detail ?? ""}`, {
    details: { errors, ...(action === undefined ? {} : { action }) },
  });
}
