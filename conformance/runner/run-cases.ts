import type { Adapter, ConformanceCase } from "./conformance-case";

export interface Failure {
  id: string;
  reason: string;
}

export interface RunSummary {
  passed: number;
  failures: Failure[];
  /** Disputed cases that fail, as foreseen. */
  disputed: Failure[];
}

/**
 * Runs every case, kind by kind; one of a kind without an adapter fails. A disputed case is counted apart; it is a
 * failure when it has no reason, or when it passes and the dispute is over.
 */
export async function runCases(
  cases: readonly ConformanceCase[],
  adapters: readonly Adapter[],
  disputed: ReadonlyMap<string, string> = new Map(),
): Promise<RunSummary> {
  const summary: RunSummary = { passed: 0, failures: [], disputed: [] };
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
      record(testCase.id, await checkCase(running, testCase), disputed.get(testCase.id), summary);
    }
  } finally {
    await adapter.stop?.().catch((error: unknown) => {
      summary.failures.push({ id: adapter.kind, reason: `could not be stopped: ${wordsOf(error)}` });
    });
  }
}

function noAdapter(kind: string): Adapter {
  return failing(kind, `there is no adapter for the kind ${kind}`);
}

function failing(kind: string, reason: string): Adapter {
  return { kind, check: () => [reason] };
}

/** Runs one case; a thrown error is a failure like any other. */
export async function checkCase(adapter: Adapter, testCase: ConformanceCase): Promise<readonly string[]> {
  try {
    return await adapter.check(testCase);
  } catch (error) {
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
