import type { LaunchedRun } from "./skill-runner";

/** A run whose caller left while it waited for its turn. */
export const NEVER_STARTED: LaunchedRun = {
  started: false,
  exitCode: null,
  killedBy: "cancelled",
  stdout: "",
  stderrTail: "",
  wallMs: 0,
  peakRssBytes: 0,
};
