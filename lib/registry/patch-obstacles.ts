import type { Terms } from "@/lib/registry/decide-payee";
import type { SkillManifest } from "@/lib/skill-format";

/** What a version promises its buyers: what its file says, and what is paid to whom. */
export interface Promises {
  manifest: SkillManifest;
  terms: Terms;
}

const FACTS: readonly [name: string, of: (promises: Promises) => unknown][] = [
  ["price", ({ terms }) => terms.priceLamports.toString()],
  // Nobody is paid for a free skill, whatever wallet it names.
  ["payee", ({ terms }) => (terms.priceLamports > 0n ? terms.payeeAddress : null)],
  ["permission network", ({ manifest }) => manifest.permissions.network],
  ["permission filesystem", ({ manifest }) => manifest.permissions.filesystem],
  ["permission subprocess", ({ manifest }) => manifest.permissions.subprocess],
  ["permission env_vars", ({ manifest }) => [...manifest.permissions.envVars].sort()],
  ["readOnlyHint", ({ manifest }) => manifest.hints.readOnly],
  ["destructiveHint", ({ manifest }) => manifest.hints.destructive],
  ["idempotentHint", ({ manifest }) => manifest.hints.idempotent],
  ["openWorldHint", ({ manifest }) => manifest.hints.openWorld],
  ["runtime image", ({ manifest: { runtime } }) => [runtime?.image ?? null, runtime?.imageDigest ?? null]],
  ["entry point", ({ manifest }) => manifest.invocation?.entryPoint ?? null],
];

/**
 * What a patch would change although a patch may not: the buyer's price, who is paid, what the skill may touch,
 * how it says it behaves, what it runs in and from. A patch keeps the audit of the version before, so none of these
 * may move under it. Empty = it may be a patch.
 */
export function listPatchObstacles(base: Promises, next: Promises): string[] {
  return FACTS.flatMap(([name, of]) => {
    const [before, after] = [JSON.stringify(of(base)), JSON.stringify(of(next))];
    return before === after ? [] : [`${name}: ${before} → ${after}`];
  });
}
