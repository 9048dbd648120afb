import process from "node:process";
import { env } from "@/lib/platform/config/env";
import { closeDatabase } from "@/lib/db/client";
import { isDomainError } from "@/lib/kernel/errors";
import { askedBy } from "@/lib/kernel/threads/who-asks";
import { BubblewrapRunner } from "@/lib/running/bubblewrap/runner";
import { DatabaseSlots } from "@/lib/running/queue/slots-repository";
import { QueuedRunner } from "@/lib/running/queue/queued-runner";

/** To a process that runs skills: whether a payment may be taken now, and the run that was sold. */
export interface RunnerQuestion {
  readonly id: number;
  readonly kind: "sell" | "run";
  readonly network: string;
  /** Account or wallet, which is also whom a payer to itself pays. */
  readonly name: string;
  readonly paysItself: boolean;
  readonly paid: boolean;
  /** Tells sales apart. */
  readonly saleId: string;
  /** How long the skill sleeps. */
  readonly sleepMs: number;
}

/** After how many seconds to ask again stands in a refusal; anything else that fails ends the process. */
export interface RunnerAnswer {
  readonly id: number;
  readonly wallMs?: number;
  readonly refusedForSeconds?: number;
}

const SLOTS = Number(process.env["BENCH_SLOTS"]);
const MARGIN_MS = 5_000;

const sandbox = new BubblewrapRunner({ warm: SLOTS, imageDirectory: env().RUNTIME_IMAGES });
const slots = new DatabaseSlots("bench");
const runner = new QueuedRunner(sandbox, { concurrency: SLOTS, maxWaiting: 32, slots });
await sandbox.probe();
// A process that serves others has its connections to the database already.
await runner.admit({ packageDigest: "", timeoutMs: 1 });

async function answer(question: RunnerQuestion): Promise<number> {
  const { kind, network, name, paysItself, paid, saleId, sleepMs } = question;
  const request = {
    packageDigest: `sha256:${paysItself ? name : sleepMs}`,
    timeoutMs: sleepMs + MARGIN_MS,
    caller: paysItself ? [name] : [`${network}.7`],
    publisher: paysItself ? [`payee ${name}`] : ["publisher"],
    paid,
    saleId,
  };
  if (kind === "sell") {
    await runner.sell(request, saleId);
    return 0;
  }
  const script = `sleep ${sleepMs / 1000}; echo '{}'`;
  const run = runner.run({
    ...request,
    files: [{ path: "main.sh", bytes: Buffer.from(script) }],
    entryPoint: "main.sh",
    runtime: "bash",
    stdin: "{}\n",
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
