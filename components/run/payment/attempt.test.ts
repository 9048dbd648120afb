import { describe, expect, test } from "vitest";
import { ApiProblem } from "@/components/run/api-problem";
import { makeAttempt, type Attempt } from "@/components/run/payment/attempt";
import type { RunView } from "@/components/run/market-api";
import type { PurchaseStep } from "@/components/run/payment/purchase";

const DONE: RunView = {
  id: "run_1",
  state: "DONE",
  output: { echo: "hi" },
  failure: null,
  fault: null,
  wall_ms: 5,
  receipt_id: null,
};
const FAILED: RunView = { ...DONE, state: "FAILED", output: null, failure: "exit code 1" };

type Work = (onStep: (step: PurchaseStep) => void, cancel: () => void) => Promise<RunView>;

/** What is seen at the end of an attempt, and at each change on the way. */
async function see(work: Work, free = false) {
  const cancel = new AbortController();
  let seen: Attempt = { busy: null, log: [], run: null, problem: null };
  const changes: Attempt[] = [];
  const show = (change: Partial<Attempt>) => changes.push((seen = { ...seen, ...change }));
  const options = { free, signal: cancel.signal, show };
  const done = await makeAttempt((onStep) => work(onStep, () => cancel.abort()), options);
  return { done, seen, changes, steps: seen.log.map(({ step }) => step) };
}

describe("an attempt", () => {
  test("shows each step as it begins, and at the end the output", async () => {
    const { done, seen, changes, steps } = await see((onStep) => {
      onStep("paying");
      onStep("running");
      return Promise.resolve(DONE);
    });
    expect(changes.map(({ busy }) => busy)).toEqual(["paying", "running", null]);
    expect(steps).toEqual(["paying", "running", "done"]);
    const times = seen.log.map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(Math.min(...times)).toBeGreaterThanOrEqual(0);
    expect(seen).toMatchObject({ run: DONE, problem: null });
    expect(done).toBe(DONE);
  });

  test("cancelled in the middle of a step does not begin the next one", async () => {
    const begun: string[] = [];
    const { done, seen, steps } = await see((onStep, cancel) => {
      for (const step of ["quoting", "signing"] as const) {
        onStep(step);
        begun.push(step);
        cancel();
      }
      return Promise.resolve(DONE);
    });
    expect(begun).toEqual(["quoting"]);
    expect(steps).toEqual(["quoting", "cancelled"]);
    expect(seen).toMatchObject({ busy: null, run: null, problem: { kind: "cancelled" } });
    expect(done).toBeNull();
  });

  test("of a call that failed says whether something was paid for", async () => {
    const fail = () => Promise.resolve(FAILED);
    const paid = await see(fail);
    expect(paid.seen).toMatchObject({ run: FAILED, problem: { kind: "paidNotRun", detail: "exit code 1" } });
    const free = await see(fail, true);
    expect(free.seen.problem).toEqual({ kind: "failed", detail: "exit code 1" });
    expect([paid.done, free.done, free.steps]).toEqual([null, null, ["failed"]]);
  });

  test("that the API refuses tells its code", async () => {
    const { seen, steps } = await see((onStep) => {
      onStep("quoting");
      const refusal = { error_code: "PAYER_BALANCE_TOO_LOW", detail: "too little" };
      return Promise.reject(new ApiProblem(422, refusal));
    });
    expect(seen).toMatchObject({ busy: null, problem: { kind: "api", code: "PAYER_BALANCE_TOO_LOW" } });
    expect(steps).toEqual(["quoting", "failed"]);
  });
});
