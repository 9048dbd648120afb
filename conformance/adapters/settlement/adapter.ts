import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { findDifference } from "../../runner/compare";
import type { Adapter, ConformanceCase } from "../../runner/conformance-case";
import type { CaseAnswer, CaseQuestion } from "./case-messages";

const ROOT = path.join(import.meta.dirname, "..", "..", "..");

let market: ChildProcess | undefined;

async function start(): Promise<void> {
  market = fork(path.join(import.meta.dirname, "market-process.ts"), {
    cwd: ROOT,
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const exit = once(market, "exit").then(() => {
    throw new Error("the market of the settlement cases ended before it was ready");
  });
  await Promise.race([once(market, "message"), exit]);
}

async function check({ id, input, expect }: ConformanceCase): Promise<readonly string[]> {
  const { outcome, error } = await ask({ id, input });
  if (outcome === undefined) throw new Error(error);
  const difference = findDifference(expect, outcome, { subset: true });
  return difference === null ? [] : [`${difference} (${outcome.detail})`];
}

function ask(question: CaseQuestion): Promise<CaseAnswer> {
  const child = market;
  if (!child) throw new Error("the market of the settlement cases is not running");
  return new Promise((resolve, reject) => {
    const onMessage = (answer: CaseAnswer) => {
      if (answer.id !== question.id) return;
      child.off("message", onMessage);
      child.off("exit", onExit);
      resolve(answer);
    };
    const onExit = () => reject(new Error("the market of the settlement cases ended"));
    child.on("message", onMessage);
    child.once("exit", onExit);
    child.send(question);
  });
}

async function stop(): Promise<void> {
  const child = market;
  market = undefined;
  if (!child || child.exitCode !== null) return;
  const exit = once(child, "exit");
  child.disconnect();
  await exit;
}

/**
 * A purchase with something tampered between signing and sending, on a real database, ledger and sandbox. What the cases call
 * the signed message is here the signed transaction, bound to a stored quote that holds all its fields.
 */
export const settlement: Adapter = { kind: "settlement", start, check, stop };
