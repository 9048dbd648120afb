import type { SkillManifest } from "@/lib/skill-format";
import { isDomainError } from "@/lib/kernel/errors";
import { toArguments } from "./command-arguments";
import { inertJson, shellText } from "./literals/literals";
import { planRun } from "./plan-run";

/** What of a manifest says how a skill is called. */
export type Called = Pick<SkillManifest, "invocation" | "examples" | "runtime" | "permissions" | "schemas">;

/** Where a skill of `type: http` (USK §3-2) is called; null for other skills, and where none is declared. */
export function findEndpoint({ invocation }: Pick<SkillManifest, "invocation">): string | null {
  const isHttp = invocation?.kind === "http" || invocation?.pattern === "http_post";
  return isHttp ? (invocation.endpoint ?? null) : null;
}

/** Of the domains, the one that the host of an address is, or stands below; null where there is none. */
export function provenDomainOf<Proven extends { domain: string }>(
  url: string,
  domains: readonly Proven[],
): Proven | null {
  const { hostname } = new URL(url);
  return domains.find(({ domain }) => hostname === domain || hostname.endsWith(`.${domain}`)) ?? null;
}

/** The command that calls a skill at its own address with its first example, ready to be pasted into a shell. */
export function endpointCommand(endpoint: string, { examples }: Pick<SkillManifest, "examples">): string {
  const input = inertJson(examples[0]?.input ?? {});
  return `curl -sS -X POST ${shellText(endpoint)} -H 'content-type: application/json' --data-binary @- <<'JSON'\n${input}\nJSON`;
}

/**
 * The command that starts a skill which takes its input as arguments, with its first example; null for other skills,
 * and where no command can be told: no interpreter by the name of its script, or an example that is no option.
 */
export function argumentsCommand(manifest: Called, folder: string): string | null {
  if (manifest.invocation?.pattern !== "args") return null;
  const { program, entryPoint } = planRun(manifest as SkillManifest);
  const input = manifest.examples[0]?.input ?? {};
  if (program === null || entryPoint === "" || typeof input !== "object" || Array.isArray(input)) return null;
  try {
    const words = [`${folder}/${entryPoint}`, ...toArguments(input as Record<string, unknown>)];
    // A shell reads no ~ in quotes, and a platform's own folder begins with one.
    return [program, ...words.map(shellText)].join(" ").replace(" '~/", " ~/'");
  } catch (error) {
    if (isDomainError(error) || error instanceof RangeError) return null;
    throw error;
  }
}
