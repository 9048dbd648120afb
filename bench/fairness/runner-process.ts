import process from "node:process";
import { env } from "@/lib/config/env";
import { closeDatabase } from "@/lib/db/client";
import { isDomainError } from "@/lib/kernel/errors";
import { askedBy } from "@/lib/kernel/threads/who-asks";
import { BubblewrapRunner } from "@/lib/running/bubblewrap/runner";
import { DatabasePlaces } from "@/lib/running/runners/database-places";
import { QueuedRunner } from "@/lib/running/runners/queued-runner";

/** To a process that runs skills: whether a payment may be taken now, or a run. */
export interface RunnerQuestion {
  readonly id: number;
  readonly kind: "admit" | "run";
  readonly network: string;
  readonly paid: boolean;
  /** How long the skill sleeps. */
  readonly sleepMs: number;
}

/** After how many seconds to ask again stands in a refusal; anything else that fails ends the process. */
export interface RunnerAnswer {
  readonly id: number;
  readonly wallMs?: number;
  readonly refusedForSeconds?: number;
}

const PLACES = Number(process.env["BENCH_PLACES"]);
const MARGIN_MS = 5_000;

const sandbox = new BubblewrapRunner({ warm: PLACES, imageDirectory: env().RUNTIME_IMAGES });
const shared = new DatabasePlaces("bench");
const runner = new QueuedRunner(sandbox, { concurrency: PLACES, maxWaiting: 32, shared });
await sandbox.probe();
await runner.admit(); // a process that serves others has its connections to the database already

async function answer({ kind, network, paid, sleepMs }: RunnerQuestion): Promise<number> {
  const caller = `${network}.7`;
  if (kind === "admit") {
    await runner.admit(caller);
    return 0;
  }
  const script = `sleep ${sleepMs / 1000}; echo '{}'`;
  const run = runner.run({
    packageDigest: `sha256:${sleepMs}`,
    files: [{ path: "main.sh", bytes: Buffer.from(script) }],
    entryPoint: "main.sh",
    runtime: "bash",
    stdin: "{}\n",
    timeoutMs: sleepMs + MARGIN_MS,
    caller,
    paid,
  });
  return (await run).wallMs;
}

process.on("message", (question: RunnerQuestion) => {
  const tell = (told: Omit<RunnerAnswer, "id">) => {
    if (process.connected) process.send?.({ id: question.id, ...told });
  };
  askedBy(`${question.network}.0/24`, () => answer(question)).then(
    (wallMs) => tell({ wallMs }),
    (error: unknown) => {
      if (!isDomainError(error)) throw error;
      tell({ refusedForSeconds: Number(error.details["retryAfterSeconds"]) });
    },
  );
});
process.once("disconnect", () => void runner.close().then(closeDatabase));
process.send?.({ id: 0 });
