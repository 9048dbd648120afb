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
  /** Cases of kinds without an adapter, by kind. */
  unsupported: Map<string, number>;
}

/**
 * Runs every case that has an adapter, kind by kind. A disputed case is counted apart; it is a failure when it has
 * no reason, or when it passes and the dispute is over.
 */
export async function runCases(
  cases: readonly ConformanceCase[],
  adapters: readonly Adapter[],
  disputed: ReadonlyMap<string, string> = new Map(),
): Promise<RunSummary> {
  const summary: RunSummary = { passed: 0, failures: [], disputed: [], unsupported: new Map() };
  const byKind = new Map<string, ConformanceCase[]>();
  for (const testCase of cases) byKind.set(testCase.kind, [...(byKind.get(testCase.kind) ?? []), testCase]);
  for (const [kind, ofKind] of byKind) {
    const adapter = adapters.find((candidate) => candidate.kind === kind);
    if (adapter === undefined) summary.unsupported.set(kind, ofKind.length);
    else await runKind(adapter, ofKind, disputed, summary);
  }
  return summary;
}

async function runKind(
  adapter: Adapter,
  cases: readonly ConformanceCase[],
  disputed: ReadonlyMap<string, string>,
  summary: RunSummary,
): Promise<void> {
  await adapter.start?.();
  try {
    for (const testCase of cases) {
      record(testCase.id, await checkCase(adapter, testCase), disputed.get(testCase.id), summary);
    }
  } finally {
    await adapter.stop?.();
  }
}

/** Runs one case; a thrown error is a failure like any other. */
export async function checkCase(adapter: Adapter, testCase: ConformanceCase): Promise<readonly string[]> {
  try {
    return await adapter.check(testCase);
  } catch (error) {
    return [`threw ${error instanceof Error ? error.message : String(error)}`];
  }
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
