import { interpretRun } from "@/lib/running/contract/execution-contract";
import { type Adapter, compareFacts } from "../runner/conformance-case";

/** What a finished process left behind. */
interface EndedProcess {
  readonly stdout: string;
  /** Null when a signal ended it. */
  readonly exit_code: number | null;
  readonly timed_out?: boolean;
}

/** Reads the end of a process by the execution contract. */
async function run(input: Record<string, unknown>) {
  const ended = input["process"] as EndedProcess;
  const { exit_code: exitCode, stdout } = ended;
  const killedBy = ended.timed_out ? ("timeout" as const) : null;
  const reading = await interpretRun({ exitCode, killedBy, stdout }, input["output_schema"]);
  if (reading.ok) return { ok: true, violation: false, output: reading.output };
  return { ok: false, violation: reading.violation, error: reading.message };
}

/** `exec`: what a skill process wrote, and what it counts as. */
export const exec: Adapter = {
  kind: "exec",
  async check({ input, expect }) {
    return compareFacts(expect, await run(input), ["ok", "violation", "output", "error"]);
  },
};
