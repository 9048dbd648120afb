import type { SkillPackage } from "@/lib/package";
import { isDomainError } from "@/lib/kernel/errors";
import { readRunFacts, type RunFacts } from "@/lib/running/run-facts";
import { executeCall } from "@/lib/running/calls/execute-call";
import { judgeReplay, showsThatItRuns } from "@/lib/running/examples/replay-examples";
import { toStorableText, type JsonObject } from "@/lib/running/contract/json-text";
import type { FinishedRun } from "@/lib/running/runs/runs-repository";
import { cutExamples, hintPolicy, policyOf, type SkillExample, type SkillManifest } from "@/lib/skill-format";

/** For all examples of a package together; a publisher waits for it. */
const BUDGET_MS = 30_000;

/** An example whose replay did not give what it declares. */
export interface UnmatchedExample {
  /** Its place among the declared ones, from 1. */
  number: number;
  name: string | null;
  /** `drifted`: only plain values differ; `failing`: anything else; `not_run`: the time for all of them was used up. */
  state: "drifted" | "failing" | "not_run";
  /** The declared output as JSON; of a long one the beginning. */
  declared: string;
  /** The output as JSON, or what the skill said when it failed; of a long one the beginning. Null where it said nothing. */
  gave: string | null;
  /** It failed, so that `gave` is an error. */
  hasFailed: boolean;
}

export interface ExamplesTried {
  total: number;
  proven: number;
  unmatched: UnmatchedExample[];
  /** When one of them was first proven by an answer: these bytes run here. */
  ranAt: Date | null;
  /**
   * Why none was run: there are none, the market cannot run the skill, a repeated call has effects, or there is
   * no sandbox.
   */
  obstacle: "none" | "not_runnable" | "not_idempotent" | "no_sandbox" | null;
}

/**
 * Runs the declared examples of a package that is not published, and keeps nothing. `caller` names who waits for it, in
 * the names of `RunTerms`; none for the market's own work. Throws when it should be tried again.
 */
export async function tryExamples(
  skillPackage: SkillPackage,
  manifest: SkillManifest,
  { caller = [] }: { caller?: readonly string[] } = {},
): Promise<ExamplesTried> {
  const { examples } = cutExamples(manifest.examples, manifest.schemas.input);
  const facts = await readRunFacts(manifest, skillPackage);
  const total = examples.length;
  const without = (obstacle: ExamplesTried["obstacle"]) => ({
    total,
    proven: 0,
    unmatched: [],
    ranAt: null,
    obstacle,
  });
  if (total === 0) return without("none");
  if (facts.obstacles.length > 0) return without("not_runnable");
  if (!hintPolicy(manifest.hints).sandboxReplay) return without("not_idempotent");
  const deadlineMs = performance.now() + BUDGET_MS;
  let proven = 0;
  let ranAt: Date | null = null;
  const unmatched: UnmatchedExample[] = [];
  for (const [index, example] of examples.entries()) {
    const leftMs = Math.floor(deadlineMs - performance.now());
    if (leftMs <= 0) {
      unmatched.push(toUnmatched(example, index, null));
      continue;
    }
    const version = toRunnable(skillPackage, { manifest, facts, leftMs });
    try {
      const end = await executeCall(version, example.input as JsonObject, { atHand: skillPackage, caller });
      const replay = judgeReplay(example, end);
      if (replay.state === "proven") proven++;
      else unmatched.push(toUnmatched(example, index, { end, state: replay.state }));
      if (showsThatItRuns(replay, end)) ranAt ??= end.finishedAt;
    } catch (error) {
      if (isDomainError(error, "RUNNER_UNAVAILABLE") || isDomainError(error, "ISOLATION_TOO_WEAK"))
        return without("no_sandbox");
      throw error;
    }
  }
  return { total, proven, unmatched, ranAt, obstacle: null };
}

/** Of each output and error; ten examples stand in one row. */
const MAX_SHOWN_CHARACTERS = 600;
const shorten = (text: string) => toStorableText(text.slice(0, MAX_SHOWN_CHARACTERS));

/** `ran` is null where it was not run. What stopped a run that is not the skill's fault says nothing of it. */
function toUnmatched(
  example: SkillExample,
  index: number,
  ran: { end: FinishedRun; state: string } | null,
): UnmatchedExample {
  const facts = {
    number: index + 1,
    name: example.name ?? null,
    declared: shorten(JSON.stringify(example.output) ?? "null"),
  };
  if (ran === null || ran.end.fault === "platform" || ran.end.fault === "caller")
    return { ...facts, state: "not_run", gave: null, hasFailed: false };
  const { end, state } = ran;
  const hasFailed = end.state === "FAILED";
  const said = hasFailed ? end.failure : JSON.stringify(end.output);
  return {
    ...facts,
    state: state === "drifted" ? "drifted" : "failing",
    gave: said === null ? null : shorten(said),
    hasFailed,
  };
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
    skillId: "",
    access: "public" as const,
  };
}
