import { type Adapter, type ConformanceCase, RunnerError } from "./conformance-case";

export interface Failure {
  id: string;
  reason: string;
}

export interface RunSummary {
  passed: number;
  failures: Failure[];
  /** Cases the runner does not understand, by what it does not know: they say nothing of the product. */
  runnerFaults: Failure[];
  /** Disputed cases that fail, as foreseen. */
  disputed: Failure[];
}

/**
 * Runs every case, kind by kind; one that the runner does not understand, as of a kind without an adapter, is a fault
 * of the runner. A disputed case is counted apart; it is a
 * failure when it has no reason, or when it passes and the dispute is over.
 */
export async function runCases(
  cases: readonly ConformanceCase[],
  adapters: readonly Adapter[],
  disputed: ReadonlyMap<string, string> = new Map(),
): Promise<RunSummary> {
  const summary: RunSummary = { passed: 0, failures: [], runnerFaults: [], disputed: [] };
  const byKind = new Map<string, ConformanceCase[]>();
  for (const testCase of cases) byKind.set(testCase.kind, [...(byKind.get(testCase.kind) ?? []), testCase]);
  for (const [kind, ofKind] of byKind) {
    const adapter = adapters.find((candidate) => candidate.kind === kind);
    await runKind(adapter ?? noAdapter(kind), ofKind, disputed, summary);
  }
  return summary;
}

async function runKind(
  adapter: Adapter,
  cases: readonly ConformanceCase[],
  disputed: ReadonlyMap<string, string>,
  summary: RunSummary,
): Promise<void> {
  let running = adapter;
  try {
    await adapter.start?.();
  } catch (error) {
    running = failing(adapter.kind, `could not be started: ${wordsOf(error)}`);
  }
  try {
    for (const testCase of cases) {
      await recordCase(running, testCase, disputed.get(testCase.id), summary);
    }
  } finally {
    await adapter.stop?.().catch((error: unknown) => {
      summary.failures.push({ id: adapter.kind, reason: `could not be stopped: ${wordsOf(error)}` });
    });
  }
}

function noAdapter(kind: string): Adapter {
  return {
    kind,
    check: () => {
      throw new RunnerError(`does not know the kind ${kind}`);
    },
  };
}

function failing(kind: string, reason: string): Adapter {
  return { kind, check: () => [reason] };
}

async function recordCase(
  adapter: Adapter,
  testCase: ConformanceCase,
  dispute: string | undefined,
  summary: RunSummary,
): Promise<void> {
  try {
    record(testCase.id, await checkCase(adapter, testCase), dispute, summary);
  } catch (error) {
    summary.runnerFaults.push({ id: testCase.id, reason: `the runner ${wordsOf(error)}` });
  }
}

/** Runs one case; a thrown error is a failure like any other, except a `RunnerError`, which is thrown on. */
export async function checkCase(adapter: Adapter, testCase: ConformanceCase): Promise<readonly string[]> {
  try {
    return await adapter.check(testCase);
  } catch (error) {
    if (error instanceof RunnerError) throw error;
    return [`threw ${wordsOf(error)}`];
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function record(
  id: string,
  reasons: readonly string[],
  dispute: string | undefined,
  summary: RunSummary,
): void {
  const reason = reasons.join("; ").replace(/\s+/g, " ");
  if (dispute === "") summary.failures.push({ id, reason: "is disputed without a reason" });
  else if (dispute !== undefined && reasons.length === 0) {
    summary.failures.push({ id, reason: "passes, so it is no longer disputed" });
  } else if (dispute !== undefined) summary.disputed.push({ id, reason: dispute });
  else if (reasons.length > 0) summary.failures.push({ id, reason });
  else summary.passed += 1;
}
