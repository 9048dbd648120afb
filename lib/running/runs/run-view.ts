import type { FinishedRun, RunRow } from "@/lib/running/runs/runs-repository";

/** A run as its caller may see it. */
export interface RunView {
  id: string;
  skill: string;
  version: string;
  state: "RUNNING" | "DONE" | "FAILED";
  output: unknown;
  fault: string | null;
  failure: string | null;
  wallMs: number | null;
  receiptId: string | null;
  startedAt: string;
  finishedAt: string | null;
  /** Since when what came out is no longer kept, by which `output` is null; null as long as it is. */
  clearedAt: string | null;
}

/** What is said where the output would be. */
export const OUTPUT_NOT_KEPT =
  "The call was made. Its output is no longer kept; the receipt has the digests of input and output.";

export function toRunView({ slug, startedAt, finishedAt, clearedAt, ...row }: RunRow): RunView {
  return {
    ...row,
    skill: slug,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    clearedAt: clearedAt?.toISOString() ?? null,
  };
}

interface MadeRun {
  id: string;
  version: { slug: string; version: string };
  startedAt: Date;
  receiptId?: string | null;
}

/** The view of a run that has just been recorded, without reading it back. */
export function toFinishedView(
  { id, version, startedAt, receiptId = null }: MadeRun,
  end: FinishedRun,
): RunView {
  const { state, output, fault, failure, wallMs, finishedAt } = end;
  const { slug } = version;
  const made = { id, slug, version: version.version, startedAt, receiptId, clearedAt: null };
  return toRunView({ ...made, state, output, fault, failure, wallMs, finishedAt });
}
