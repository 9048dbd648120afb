import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settleAndRun } from "@/components/run/payment/purchase";
import type { Purchase } from "@/components/run/payment/signed-purchase";
import { toProblem } from "@/components/run/to-problem";

// The market's answers stand in for the network here; when it gives them is tested in api/v1/quotes.
const bought: Purchase = { quote: { id: "quo_1" }, accessToken: "t", transaction: "x" };
let kept: Purchase | null;
let answer: (path: string) => Response;

beforeEach(() => {
  kept = bought;
  vi.stubGlobal("fetch", async (path: string) => answer(path));
});
afterEach(() => vi.unstubAllGlobals());

const press = () =>
  settleAndRun(bought, { input: {}, onStep: () => undefined, keep: (purchase) => (kept = purchase) });
const problem = (status: number, code: string) =>
  Response.json({ error_code: code, detail: code }, { status });

test.each([
  [410, "QUOTE_EXPIRED"],
  [400, "REQUEST_INVALID"],
  [409, "SETTLEMENT_FAILED"],
  [422, "TRANSACTION_REJECTED"],
])("a purchase that nothing will come of is not kept: %i %s", async (status, code) => {
  answer = () => problem(status, code);
  await expect(press()).rejects.toMatchObject({ code });
  expect(kept).toBeNull();
});

test.each<[string, () => Response]>([
  ["the market is down", () => problem(503, "LEDGER_UNAVAILABLE")],
  ["the buyer asks too often", () => problem(429, "RATE_LIMITED")],
  ["something between the two refuses", () => new Response("<html>", { status: 403 })],
  ["the address leads nowhere for a moment", () => new Response("no such host", { status: 404 })],
])("a signed purchase is kept while %s", async (_, trouble) => {
  answer = trouble;
  await expect(press()).rejects.toThrow();
  expect(kept).toEqual(bought);
});

test("a market that is not reached is told as that, and the signed purchase is kept", async () => {
  answer = () => {
    throw new TypeError("Failed to fetch");
  };
  const error: unknown = await press().catch((thrown: unknown) => thrown);
  expect(toProblem(error)).toEqual({ kind: "away" });
  expect(kept).toEqual(bought);
});

test("what is paid is kept until its run is done", async () => {
  const runs = ["FAILED", "DONE"];
  answer = (path) =>
    path.endsWith("/payment")
      ? Response.json({ quote: { state: "GRANTED" } })
      : Response.json({ run: { state: runs.shift() } });
  expect((await press()).state).toBe("FAILED");
  expect(kept).toEqual(bought);
  expect((await press()).state).toBe("DONE");
  expect(kept).toBeNull();
});
