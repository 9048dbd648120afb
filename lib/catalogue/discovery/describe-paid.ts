import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { isDomainError } from "@/lib/kernel/errors";
import type { JsonObject } from "@/lib/kernel/json/canonical-json";
import type { PaidResource } from "@/lib/payments/rails/x402-extensions";
import { findRunnableById } from "@/lib/running/calls/load-runnable";
import { TOOL_CALL } from "@/lib/running/calls/tool-call";
import type { SkillDetail } from "@/lib/registry/views";

/** By which door it is called: `POST` of its address, or a tool of the MCP server at its address. */
type Door =
  | { kind: "http"; url: string }
  | { kind: "mcp"; url: string; toolName: string; inputSchema: JsonObject; tool: string | null };

/**
 * What is paid for with a quote of a version, with an example that was replayed here and gave what it says. Of a version
 * that cannot be shown any more nothing but its address is said.
 */
export async function describePaid(versionId: string, door: Door): Promise<PaidResource> {
  const detail = await findDetail(versionId);
  const proven = detail?.examples.find(({ replay }) => replay?.state === "proven");
  const input = proven && inputAt(door, proven.input);
  return {
    url: door.url,
    description: detail?.description ?? "",
    tags: detail?.tags ?? [],
    call: door.kind === "mcp" ? { kind: "mcp", toolName: door.toolName, input } : { kind: "http", input },
    inputSchema:
      door.kind === "mcp" ? door.inputSchema : ((detail?.inputSchema ?? null) as JsonObject | null),
    outputSchema: (detail?.outputSchema ?? null) as JsonObject | null,
    output: proven?.output,
  };
}

/** A tool of a skill is called with its arguments alone; an example of another tool is none of this one. */
function inputAt(door: Door, input: unknown): unknown {
  if (door.kind === "http" || door.tool === null) return input;
  const asked = (input as Record<string, { tool?: unknown; args?: unknown } | undefined> | null)?.[TOOL_CALL];
  return asked?.tool === door.tool ? asked.args : undefined;
}

async function findDetail(versionId: string): Promise<SkillDetail | null> {
  const version = await findRunnableById(versionId);
  if (version === null) return null;
  try {
    return await getSkill(version.slug, { version: version.version });
  } catch (error) {
    if (isDomainError(error)) return null;
    throw error;
  }
}
