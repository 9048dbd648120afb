import { compareOutputs } from "@/lib/running/examples/compare-outputs";
import type { ExampleToReplay, Replay } from "@/lib/running/examples/replay-repository";
import type { FinishedRun } from "@/lib/running/runs/runs-repository";
import { toStorableText } from "@/lib/running/contract/storable-text";

const MAX_SHOWN_CHARACTERS = 500;

/**
 * What a replay says of its example. `proven`: the output is the declared one, or the declared output is an `error` and
 * the skill reported exactly this error. `drifted`: only plain values differ. `failing`: anything else.
 */
export function judgeReplay(example: ExampleToReplay, end: FinishedRun): Replay {
  const { wallMs, failure } = end;
  if (end.state === "FAILED") {
    const state = failure !== null && failure === declaredError(example) ? "proven" : "failing";
    return { state, matchRule: "exact", wallMs, detail: failure };
  }
  const comparison = compareOutputs(example.output, end.output);
  if (comparison === "equal") return { state: "proven", matchRule: "exact", wallMs, detail: null };
  const shown = toStorableText(JSON.stringify(end.output).slice(0, MAX_SHOWN_CHARACTERS));
  const detail = `The replay gave ${shown}`;
  return comparison === "same_shape"
    ? { state: "drifted", matchRule: "shape", wallMs, detail }
    : { state: "failing", matchRule: "exact", wallMs, detail };
}

/** Whether a run shows that the skill works here: it gave a valid answer, the declared one. A declared error shows it not. */
export const showsThatItRuns = ({ state }: Replay, end: Pick<FinishedRun, "state">): boolean =>
  state === "proven" && end.state === "DONE";

/** An example may declare the error a bad input gives; that is a promise like any other. */
function declaredError({ output }: ExampleToReplay): unknown {
  return typeof output === "object" && output !== null && "error" in output ? output.error : undefined;
}
