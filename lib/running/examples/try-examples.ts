import type { SkillPackage } from "@/lib/package";
import { isDomainError } from "@/lib/kernel/errors";
import { readRunFacts, type RunFacts } from "@/lib/running/run-facts";
import { executeCall } from "@/lib/running/calls/execute-call";
import { judgeReplay, showsThatItRuns } from "@/lib/running/examples/replay-examples";
import type { JsonObject } from "@/lib/running/contract/json-text";
import { cutExamples, hintPolicy, policyOf, type SkillManifest } from "@/lib/skill-format";

/** For all examples of a package together; a publisher waits for it. */
const BUDGET_MS = 30_000;

interface ExamplesTried {
  total: number;
  proven: number;
  /** When one of them was first proven by an answer: these bytes run here. */
  ranAt: Date | null;
  /**
   * Why none was run: there are none, the market cannot run the skill, a repeated call has effects, or there is
   * no sandbox.
   */
  obstacle: "none" | "not_runnable" | "not_idempotent" | "no_sandbox" | null;
}

/**
 * Runs the declared examples of a package that is not published, and keeps nothing. Throws when it should be
 * tried again.
 */
export async function tryExamples(
  skillPackage: SkillPackage,
  manifest: SkillManifest,
): Promise<ExamplesTried> {
  const { examples } = cutExamples(manifest.examples, manifest.schemas.input);
  const facts = await readRunFacts(manifest, skillPackage);
  const total = examples.length;
  const without = (obstacle: ExamplesTried["obstacle"]) => ({ total, proven: 0, ranAt: null, obstacle });
  if (total === 0) return without("none");
  if (facts.obstacles.length > 0) return without("not_runnable");
  if (!hintPolicy(manifest.hints).sandboxReplay) return without("not_idempotent");
  const deadlineMs = performance.now() + BUDGET_MS;
  let proven = 0;
  let ranAt: Date | null = null;
  for (const example of examples) {
    const leftMs = Math.floor(deadlineMs - performance.now());
    if (leftMs <= 0) break;
    const version = toRunnable(skillPackage, { manifest, facts, leftMs });
    try {
      const end = await executeCall(version, example.input as JsonObject, { atHand: skillPackage });
      const replay = judgeReplay(example, end);
      if (replay.state === "proven") proven++;
      if (showsThatItRuns(replay, end)) ranAt ??= end.finishedAt;
    } catch (error) {
      if (isDomainError(error, "RUNNER_UNAVAILABLE") || isDomainError(error, "ISOLATION_TOO_WEAK"))
        return without("no_sandbox");
      throw error;
    }
  }
  return { total, proven, ranAt, obstacle: null };
}

function toRunnable(
  { digest }: SkillPackage,
  { manifest, facts, leftMs }: { manifest: SkillManifest; facts: RunFacts; leftMs: number },
) {
  return {
    versionId: "",
    slug: manifest.slug,
    version: manifest.version.raw,
    packageDigest: digest,
    archiveDigest: "",
    inputSchema: facts.inputSchema,
    outputSchema: manifest.schemas.output ?? null,
    runtime: facts.runtimeLanguage,
    entryPoint: facts.entryPoint,
    callPattern: manifest.invocation?.pattern ?? null,
    timeoutMs: Math.min(facts.timeoutMs, leftMs),
    imageDigest: manifest.runtime?.imageDigest ?? null,
    tools: facts.tools?.some(({ handled }) => handled) ? facts.tools : [],
    runnable: true,
    obstacles: [],
    ranAt: null,
    automaticRetry: policyOf(manifest).automaticRetry,
    // Nobody vouches for a package before it is published.
    trustLevel: "sandbox" as const,
    priceLamports: 0n,
    payeeAddress: null,
    ownerId: null,
    yankReason: null,
    yankKind: null,
    isErased: false,
    quarantineReason: null,
  };
}
