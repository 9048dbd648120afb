import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { findDifference } from "../runner/compare";
import type { Adapter, ConformanceCase } from "../runner/conformance-case";

/** What the child process answers to one case. */
export type MarketAnswer = { ok: true; result: unknown } | { ok: false; reason: string };

const CHILD = path.join(import.meta.dirname, "market-child.ts");
const ANSWER_TIMEOUT_MS = 60_000;

/** A market of its own (real PostgreSQL, real use cases) in a child process, asked over its message channel. */
class MarketProcess {
  private child: ChildProcess | undefined;
  private lastId = 0;

  async start(): Promise<void> {
    this.child = fork(CHILD, { execArgv: ["--import", "tsx"], env: { ...process.env, LOG_LEVEL: "silent" } });
    const [message] = (await Promise.race([
      once(this.child, "message"),
      once(this.child, "exit").then(() => {
        throw new Error("the market did not start");
      }),
    ])) as [unknown];
    if (message !== "ready") throw new Error("the market did not start");
  }

  async stop(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (!child || child.exitCode !== null) return;
    child.disconnect();
    await once(child, "exit");
  }

  ask(kind: string, input: unknown): Promise<MarketAnswer> {
    const { child } = this;
    if (!child) throw new Error("the market is not started");
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => done(() => reject(new Error("no answer"))), ANSWER_TIMEOUT_MS);
      const onExit = () => done(() => reject(new Error("the market ended")));
      const onMessage = (message: unknown) => {
        const answer = message as { id: number } & MarketAnswer;
        if (answer.id === id) done(() => resolve(answer));
      };
      const done = (settle: () => void) => {
        clearTimeout(timer);
        child.off("message", onMessage);
        child.off("exit", onExit);
        settle();
      };
      child.on("message", onMessage);
      child.on("exit", onExit);
      child.send({ id, kind, input });
    });
  }
}

interface MarketKind {
  /** What the child is told of a case; by default its input. */
  question?: (testCase: ConformanceCase) => unknown;
  compare?: (expected: ConformanceCase["expect"], result: Record<string, unknown>) => string | null;
}

const compareMembers: MarketKind["compare"] & {} = (expected, result) =>
  findDifference(expected, result, { subset: true });

/** An adapter whose cases are run by the market's own use cases in a child process. */
export function marketAdapter(
  kind: string,
  { question = ({ input }) => input, compare = compareMembers }: MarketKind = {},
): Adapter {
  const market = new MarketProcess();
  return {
    kind,
    start: () => market.start(),
    stop: () => market.stop(),
    async check(testCase) {
      const answer = await market.ask(kind, question(testCase));
      if (!answer.ok) return [answer.reason];
      const difference = compare(testCase.expect, answer.result as Record<string, unknown>);
      return difference === null ? [] : [difference];
    },
  };
}
