import { env } from "@/lib/env";

// Reads every setting before anything is started, so that a wrong one is one sentence and not a stack of calls.
try {
  env();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
