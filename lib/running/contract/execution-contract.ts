import { isJsonObject, readJsonText, type JsonObject } from "@/lib/running/contract/json-text";
import { validateAgainstSchema } from "@/lib/running/contract/json-schema";
import type { KillReason, RunOutcome } from "@/lib/running/runners/skill-runner";

/** Whose fault a failed run is. A paid call that fails for the skill or the platform may be made again. */
export type FailureCause = "skill" | "platform" | "caller";

type RunReading =
  | { readonly ok: true; readonly output: JsonObject }
  | {
      readonly ok: false;
      readonly fault: FailureCause;
      /**
       * False when the skill ended as agreed and said why it could not answer, and when it was not the skill's doing.
       */
      readonly violation: boolean;
      /** One sentence; the skill's own words when it reported an error. */
      readonly message: string;
    };

/** The part of an outcome that decides. */
export type RunEnding = Pick<RunOutcome, "exitCode" | "killedBy" | "stdout" | "notUtf8"> & {
  readonly enforced?: Pick<RunOutcome["enforced"], "timeoutMs">;
};

const OUTPUT_LIMITS = { maxBytes: 1024 * 1024, maxDepth: 64, interoperable: false } as const;
const MAX_ERROR_CHARACTERS = 2_000;
const MAX_POINTER_CHARACTERS = 200;
const SIGNAL_BASE = 128;

/**
 * Reads how a run ended by the contract of USK v1.0 section 5: exactly one JSON object on standard output, exit status
 * 0, and `{"error": …}` with another status on failure. What is on standard error never matters. An `error` text counts
 * as failure whatever the status (docs/dialects/differences.md). With `outputSchema`, a success must match it. An
 * output with a number that a double cannot hold is refused, and one that is not UTF-8: handed on, it would be
 * another number, or another text. `isAnswer` knows the outputs with an `error` that are answers all the same.
 */
export async function interpretRun(
  ending: RunEnding,
  outputSchema?: unknown,
  isAnswer: (output: JsonObject) => boolean = () => false,
): Promise<RunReading> {
  const stopped = readEnd(ending);
  if (stopped) return stopped;
  const reading = readJsonText(ending.stdout, OUTPUT_LIMITS);
  const output = reading.ok ? reading.value : undefined;
  const error = isJsonObject(output) ? output["error"] : undefined;
  if (isJsonObject(output) && isAnswer(output)) return { ok: true, output };
  if (typeof error === "string") return reported(error);
  if (!reading.ok && reading.pointer !== undefined) {
    return violation(`Standard output ${reading.reason}. It stands at ${placeOf(reading.pointer)}.`);
  }
  // an error may stand behind the mark
  if (!reading.ok && reading.isMarked) return violation(notOneObject(reading.reason));
  if (ending.exitCode !== 0) return violation(describeExit(ending.exitCode));
  if (ending.notUtf8) return violation("Standard output must be UTF-8, as all JSON is.");
  if (!reading.ok) return violation(notOneObject(reading.reason));
  if (!isJsonObject(output)) {
    const found = Array.isArray(output) ? "a list" : output === null ? "null" : `a ${typeof output}`;
    return violation(`Standard output must hold one JSON object; found ${found}.`);
  }
  if (!MEANS_NO_ERROR.has(error)) return violation(`The "error" on standard output must be text.`);
  return outputSchema === undefined || outputSchema === null
    ? { ok: true, output }
    : matched(output, outputSchema);
}

const notOneObject = (reason: string) => `Standard output must hold one JSON object. It ${reason}.`;

const placeOf = (pointer: string) => pointer.slice(0, MAX_POINTER_CHARACTERS) || "its root";

// Many tools always write the member.
const MEANS_NO_ERROR = new Set<unknown>([undefined, null, false]);

async function matched(output: JsonObject, schema: unknown): Promise<RunReading> {
  const check = await validateAgainstSchema(schema, output);
  if (check.valid) return { ok: true, output };
  const [first] = check.errors;
  if (check.reason === "value_slow") return violation(`The output cannot be checked. ${first?.detail ?? ""}`);
  const place = first?.pointer ? ` at ${first.pointer}` : "";
  return violation(`The output does not match output_schema${place}. ${first?.detail ?? ""}`);
}

function readEnd({ killedBy, exitCode, enforced }: RunEnding): RunReading | null {
  if (killedBy === "cancelled") {
    return { ok: false, fault: "caller", violation: false, message: "The caller cancelled the run." };
  }
  if (killedBy === "timeout") {
    const limit = enforced ? ` of ${enforced.timeoutMs} ms` : "";
    return violation(`The run was stopped: time-out${limit}.`);
  }
  if (killedBy !== null) return violation(`The run was stopped: ${LIMIT_WORDS[killedBy]}.`);
  if (exitCode === null) {
    // Neither the skill ended nor did we end it: something on the machine did.
    return { ok: false, fault: "platform", violation: false, message: "The run was ended from outside." };
  }
  return null;
}

const LIMIT_WORDS: Readonly<Record<Exclude<KillReason, "cancelled" | "timeout">, string>> = {
  memory: "it used more memory than allowed",
  inodes: "it made more files than allowed",
  stdout_limit: "it wrote more to standard output than allowed",
  stderr_limit: "it wrote more to standard error than allowed",
};

const violation = (message: string): RunReading => ({ ok: false, fault: "skill", violation: true, message });

function reported(error: string): RunReading {
  const message = error.slice(0, MAX_ERROR_CHARACTERS) || "The skill reported an error without words.";
  return { ok: false, fault: "skill", violation: false, message };
}

function describeExit(exitCode: number | null): string {
  const status =
    exitCode !== null && exitCode > SIGNAL_BASE
      ? `was ended by signal ${exitCode - SIGNAL_BASE}`
      : `ended with status ${exitCode}`;
  return `The skill ${status} and did not write {"error": "…"} to standard output.`;
}
