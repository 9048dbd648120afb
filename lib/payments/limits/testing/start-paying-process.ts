import { spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Ended, Payment, PayingSettings } from "@/lib/payments/limits/testing/paying-process";

export interface PayingProcess {
  pay(payment: Omit<Payment, "line">): Promise<string>;
  stop(): void;
}

/** Starts a process that was built, and returns what hands payments to it. */
export async function startPayingProcess(
  directory: string,
  settings: PayingSettings,
): Promise<PayingProcess> {
  const child = spawn(process.execPath, [path.join(directory, "paying-process.mjs")], {
    env: {
      ...process.env,
      PAYING_PROCESS: JSON.stringify(settings),
      DATABASE_CONNECTIONS: "4",
      LOG_LEVEL: "silent",
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const waiting = new Map<number, (outcome: string) => void>();
  let lines = 0;
  await new Promise<void>((resolve, reject) => {
    child.once("exit", () => reject(new Error("a paying process ended while it started")));
    createInterface({ input: child.stdout }).on("line", (text) => {
      if (text === "ready") return resolve();
      const { line, outcome } = JSON.parse(text) as Ended;
      waiting.get(line)?.(outcome);
    });
  });
  return {
    pay: (payment) =>
      new Promise((resolve) => {
        const line = lines++;
        waiting.set(line, resolve);
        child.stdin.write(`${JSON.stringify({ ...payment, line })}\n`);
      }),
    stop: () => void child.kill("SIGKILL"),
  };
}
