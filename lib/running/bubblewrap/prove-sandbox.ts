import { describeMissing, describeRefusal } from "../contract/describe-missing";
import { RUNTIMES, type Runtime } from "../runners/skill-runner";
import { complaintOf, executeJob } from "./execute-job";
import { packJob } from "./job-request";
import { SandboxImpossible, type SandboxGround } from "./prepare-sandbox";
import { findBreaches, judgeSelfTests, selfTestJob, type Languages } from "./self-test";
import { startSandbox } from "./start-sandbox";
import type { SandboxOutcome } from "./supervise-run";

const SELF_TEST_TIMEOUT_MS = 10_000;

export interface ProvenSandbox extends Languages {
  readonly ground: SandboxGround;
}

/**
 * Starts one sandbox per language and looks at the walls from inside. Throws SandboxImpossible when none can be made or
 * one does not hold; a language that does not start is only told.
 */
export async function proveSandbox(ground: SandboxGround, shutdown: AbortSignal): Promise<ProvenSandbox> {
  const [bash, ...others] = await Promise.all([
    selfTest(ground, "bash", shutdown),
    ...LANGUAGES_ON_TOP.map((runtime) => selfTest(ground, runtime, shutdown)),
  ]);
  assertHolds(bash.outcome);
  return { ground, ...judgeSelfTests([bash, ...others], describeUnavailable) };
}

// bash is the launcher of all.
const LANGUAGES_ON_TOP = RUNTIMES.filter((runtime) => runtime !== "bash");

async function selfTest(ground: SandboxGround, runtime: Runtime, shutdown: AbortSignal) {
  const job = selfTestJob(runtime, SELF_TEST_TIMEOUT_MS);
  const fresh = async () => ({ sandbox: await startSandbox(ground, runtime), warm: false });
  return { runtime, outcome: await executeJob(fresh, { job, archive: packJob(job), signals: [shutdown] }) };
}

function assertHolds(test: SandboxOutcome): void {
  if (!test.started || test.exitCode !== 0) {
    const said = complaintOf(test);
    throw new SandboxImpossible(`bubblewrap cannot make a sandbox here. ${said}`, describeRefusal(said));
  }
  const breaches = findBreaches(test.stdout);
  if (breaches.length > 0) {
    throw new SandboxImpossible(
      `The sandbox does not hold here: ${breaches.join("; ")}.`,
      "Use another machine or a newer kernel; skills are not run in a sandbox with holes.",
    );
  }
}

function describeUnavailable(runtime: Runtime, test: SandboxOutcome): string {
  const missing = describeMissing().find(({ name }) => name === runtime);
  return missing
    ? `${runtime} is not installed on this server: ${missing.remedy}`
    : `${runtime} does not start in the sandbox. ${complaintOf(test)}`;
}
