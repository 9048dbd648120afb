import { describe, expect, it } from "vitest";
import { RunGate } from "./run-gate";

const gateOf = (concurrency: number, maxWaiting: number, maxWaitMs = 5_000) =>
  new RunGate({ concurrency, maxWaiting, maxWaitMs });

describe("the gate before the sandboxes", () => {
  it("never lets more in than allowed, and everybody in turn", async () => {
    const gate = gateOf(2, 100);
    const order: number[] = [];
    let inside = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 20 }, async (_, turn) => {
        const leave = await gate.enter();
        order.push(turn);
        most = Math.max(most, ++inside);
        await new Promise((resolve) => setTimeout(resolve, 1));
        inside--;
        leave();
      }),
    );
    expect(most).toBe(2);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it("refuses who comes when the queue is full, and who waited too long", async () => {
    const gate = gateOf(1, 1, 20);
    const leave = await gate.enter();
    const waiting = gate.enter();
    await expect(gate.enter()).rejects.toMatchObject({
      code: "RUNNER_BUSY",
      details: { retryAfterSeconds: 2 },
    });
    await expect(waiting).rejects.toMatchObject({ code: "RUNNER_BUSY" });
    leave();
    await expect(gate.enter()).resolves.toBeTypeOf("function");
  });

  it("forgets who leaves the queue, and gives the place to the next", async () => {
    const gate = gateOf(1, 2);
    const leave = await gate.enter();
    const abort = new AbortController();
    const impatient = gate.enter({ signal: abort.signal });
    const patient = gate.enter();
    abort.abort();
    await expect(impatient).rejects.toMatchObject({ name: "AbortError" });
    leave();
    await expect(patient).resolves.toBeTypeOf("function");
  });

  it("counts a place given back twice once", async () => {
    const gate = gateOf(1, 0);
    const leave = await gate.enter();
    leave();
    leave();
    await gate.enter();
    await expect(gate.enter()).rejects.toMatchObject({ code: "RUNNER_BUSY" });
  });

  it("goes round among callers, so that one with many runs does not keep the others waiting", async () => {
    const gate = gateOf(1, 10);
    const leave = await gate.enter();
    const order: string[] = [];
    const enter = async (caller: string) => {
      const done = await gate.enter({ caller });
      order.push(caller);
      done();
    };
    const all = ["greedy", "greedy", "greedy", "small", "other", "small"].map(enter);
    leave();
    await Promise.all(all);
    expect(order).toEqual(["greedy", "small", "other", "greedy", "small", "greedy"]);
  });

  it("lets one caller fill half of the queue at most", async () => {
    const gate = gateOf(1, 8);
    await gate.enter();
    const queued = Array.from({ length: 4 }, () => gate.enter({ caller: "greedy" }));
    await expect(gate.enter({ caller: "greedy" })).rejects.toMatchObject({ code: "RUNNER_BUSY" });
    await expect(gate.admit("greedy")).rejects.toThrow(/yours/);
    await gate.admit("other");
    gate.close();
    await Promise.allSettled(queued);
  });

  it("keeps the last places of the queue for runs that are paid, and admits no payment for a place it has not", async () => {
    const gate = gateOf(1, 4);
    await gate.admit();
    await gate.enter();
    const free = Array.from({ length: 3 }, () => gate.enter());
    await expect(gate.admit()).rejects.toMatchObject({ code: "RUNNER_BUSY" });
    await expect(gate.enter()).rejects.toMatchObject({ code: "RUNNER_BUSY" });
    const paid = gate.enter({ paid: true });
    expect(gate.waiting).toBe(4);
    await expect(gate.enter({ paid: true })).rejects.toMatchObject({ code: "RUNNER_BUSY" });
    gate.close();
    await Promise.allSettled([...free, paid]);
    await expect(gate.admit()).rejects.toMatchObject({ code: "RUNNER_UNAVAILABLE" });
  });

  it("refuses everybody once it is closed", async () => {
    const gate = gateOf(1, 1);
    await gate.enter();
    const waiting = gate.enter();
    gate.close();
    await expect(waiting).rejects.toMatchObject({ code: "RUNNER_UNAVAILABLE" });
    await expect(gate.enter()).rejects.toMatchObject({ code: "RUNNER_UNAVAILABLE" });
  });
});
