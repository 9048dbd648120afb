import type { RunView } from "@/components/run/market-api";
import type { RunProblem } from "@/components/run/result/run-result";

/** The answer to a form that was sent without scripts. */
export interface PlainRun {
  run: RunView | null;
  problem: RunProblem | null;
  /** What the form held, so that nobody has to write it again. */
  input: Record<string, unknown>;
  /** Whether it stood there as JSON. */
  asJson: boolean;
  /** That JSON, where it cannot be read; null where `input` is what it says. */
  json: string | null;
}

/** Runs a free skill with what the form holds. */
export type RunPlainly = (before: PlainRun | null, form: FormData) => Promise<PlainRun>;
