import { describe, expect, test } from "vitest";
import { DAY_MS } from "@/lib/kernel/clock";
import { decideDelivery, MOST_FAILING_MS, PAUSES_MS } from "@/lib/catalogue/webhooks/decide-delivery";

const now = new Date("2026-11-29T12:00:00Z");
const since = (ms: number) => new Date(now.getTime() - ms);
const decide = (outcome: number | null, attempts = 1, failingSince: Date | null = null, jitter = 0) =>
  decideDelivery(outcome, { attempts, failingSince }, { now, jitter });

describe("after a try", () => {
  test.each<[string, number | null, number, Date | null, object]>([
    ["200", 200, 1, null, { kind: "delivered" }],
    ["204", 204, 9, since(MOST_FAILING_MS), { kind: "delivered" }],
    ["299", 299, 1, null, { kind: "delivered" }],
    ["199", 199, 1, null, { kind: "retry", at: new Date(now.getTime() + 5_000) }],
    ["300", 300, 1, null, { kind: "retry", at: new Date(now.getTime() + 5_000) }],
    ["307", 307, 2, null, { kind: "retry", at: new Date(now.getTime() + 300_000) }],
    ["409", 409, 9, null, { kind: "retry", at: new Date(now.getTime() + DAY_MS) }],
    ["410", 410, 1, null, { kind: "disable", why: "gone" }],
    ["411", 411, 1, null, { kind: "retry", at: new Date(now.getTime() + 5_000) }],
    ["no answer", null, 1, null, { kind: "retry", at: new Date(now.getTime() + 5_000) }],
    ["the last failure", 500, PAUSES_MS.length + 1, null, { kind: "given-up" }],
    ["just not too long", 500, PAUSES_MS.length + 1, since(MOST_FAILING_MS - 1), { kind: "given-up" }],
    ["failing too long", 500, 1, since(MOST_FAILING_MS), { kind: "disable", why: "failing" }],
  ])("%s", (_name, outcome, attempts, failingSince, decision) => {
    expect(decide(outcome, attempts, failingSince)).toEqual(decision);
  });

  test("the next one comes up to a fifth later, never earlier", () => {
    expect(decide(500, 2, null, 1)).toEqual({ kind: "retry", at: new Date(now.getTime() + 360_000) });
  });
});
