import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Purchase } from "@/components/run/payment/signed-purchase";
import { callsLeft } from "@/components/run/payment/count-calls";
import { makeNextCall } from "@/components/run/payment/purchase";

// The market's answers stand in for the network here; what it guarantees is tested on the real one in
// several-calls.test.ts of lib/running.
const bought: Purchase = {
  quote: { id: "quo_1" },
  accessToken: "t",
  transaction: "x",
  calls: 3,
};
let kept: Purchase | null;
const keep = (purchase: Purchase | null) => (kept = purchase);
let asked: { number: string; input: unknown }[];
let answer: (number: string) => Response;

const done = () => Response.json({ run: { id: "run_1", state: "DONE" } });
const problem = (status: number, code: string) =>
  Response.json({ error_code: code, detail: code }, { status });

beforeEach(() => {
  kept = bought;
  asked = [];
  answer = done;
  vi.stubGlobal("fetch", (path: string, { body }: { body: string }) => {
    const number = path.split("/").at(-1) ?? "";
    asked.push({ number, input: (JSON.parse(body) as { input: unknown }).input });
    return Promise.resolve(answer(number));
  });
});
afterEach(() => vi.unstubAllGlobals());

const make = (input: Record<string, unknown>) => makeNextCall(kept ?? bought, input, keep);

test("calls are spent one at a time, and nothing is kept after the last", async () => {
  const left: number[] = [];
  for (const i of [1, 2, 3]) {
    await make({ i });
    left.push(kept ? callsLeft(kept) : 0);
  }
  expect(left).toEqual([2, 1, 0]);
  expect(asked.map(({ number }) => number)).toEqual(["1", "2", "3"]);
  expect(kept).toBeNull();
});

test("a call whose answer was lost is repeated with its own input, whatever the form holds now", async () => {
  answer = () => {
    throw new TypeError("fetch failed");
  };
  await expect(make({ text: "first" })).rejects.toThrow("fetch failed");
  expect(kept).toMatchObject({ begun: { text: "first" } });
  answer = done;
  await make({ text: "second" });
  expect(asked).toEqual([
    { number: "1", input: { text: "first" } },
    { number: "1", input: { text: "first" } },
  ]);
  expect(kept).toMatchObject({ made: 1 });
  expect(kept).not.toHaveProperty("begun");
});

test("a refused input and a failed run use nothing up, and another input can be tried", async () => {
  answer = () => problem(422, "INPUT_INVALID");
  await expect(make({ text: 5 })).rejects.toMatchObject({ code: "INPUT_INVALID" });
  answer = () => Response.json({ run: { id: "run_1", state: "FAILED" } });
  await make({ text: "fails" });
  answer = done;
  await make({ text: "works" });
  expect(asked.map(({ number, input }) => [number, input])).toEqual([
    ["1", { text: 5 }],
    ["1", { text: "fails" }],
    ["1", { text: "works" }],
  ]);
});

test("a call that another tab has used is passed over, and no further than the last", async () => {
  answer = (number) => (number === "3" ? done() : problem(409, "GRANT_ALREADY_CONSUMED"));
  await make({ text: "here" });
  expect(asked.at(-1)).toEqual({ number: "3", input: { text: "here" } });
  kept = { ...bought, made: 2 };
  answer = () => problem(409, "GRANT_ALREADY_CONSUMED");
  await expect(make({})).rejects.toMatchObject({ code: "GRANT_ALREADY_CONSUMED" });
  expect(kept).toBeNull();
});
