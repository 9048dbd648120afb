import { DomainError } from "@/lib/kernel/errors";
import type { ProbeResult, RunOutcome, SkillRunner } from "./skill-runner";

const REASON = "Running skills is switched off on this server.";
const REMEDY = "Set RUNNER=auto to run them in a sandbox.";

/** Refuses every run: for servers that only list and sell downloads. */
export class DisabledRunner implements SkillRunner {
  readonly name = "disabled";

  probe(): Promise<ProbeResult> {
    return Promise.resolve({ ok: false, reason: REASON, remedy: REMEDY });
  }

  run(): Promise<RunOutcome> {
    return Promise.reject(new DomainError("RUNNER_UNAVAILABLE", `${REASON} ${REMEDY}`));
  }

  async close(): Promise<void> {}
}
