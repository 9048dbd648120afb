import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OwnSpending, SignedPayment, SpendingLimits } from "@/client";
import { countBeforeSigning, memorySpending, type PaymentToSign } from "@/client/keep-spending";
import { runs } from "@/lib/testing/full-form";

const NOW_MS = Date.parse("2026-11-29T12:00:00.000Z");
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const LIMITS: SpendingLimits = {
  until: null,
  perCallLamports: "100",
  perDayLamports: "1000",
  scopes: [],
  leastAuditState: "Unverified",
  askAboveLamports: null,
};
const PAYMENT: PaymentToSign = {
  address: "wallet",
  market: "https://market.example",
  skill: "amounts",
  skillId: "skl_1",
  publisherId: "acc_1",
  auditState: "Optimistic",
  lamports: 100n,
};

/** A store that has payments in it: how long ago, and how much. */
function storeWith(signed: [agoMs: number, lamports: bigint][]) {
  let kept: readonly SignedPayment[] = signed.map(([agoMs, lamports]) => ({
    at: new Date(NOW_MS - agoMs).toISOString(),
    market: PAYMENT.market,
    skill: "amounts",
    skillId: "skl_1",
    publisherId: "acc_1",
    lamports: `${lamports}`,
  }));
  return {
    store: {
      change: (_address, change) => Promise.resolve().then(() => void (kept = change(kept))),
    } satisfies OwnSpending["store"],
    kept: () => kept,
  };
}

const scope = (kind: "skill" | "publisher" | "organisation", id: string, perDayLamports: string) => ({
  scopes: [{ kind, id, name: id, perDayLamports }],
});

test.each<
  [string, Partial<SpendingLimits>, [number, bigint][], Partial<PaymentToSign>, refusedBy: string | null]
>([
  ["as much as a call may cost", {}, [], { lamports: 100n }, null],
  ["one lamport more", {}, [], { lamports: 101n }, "per_call"],
  ["as much as a day may cost", {}, [[1, 900n]], {}, null],
  ["one lamport more in a day", {}, [[1, 901n]], {}, "per_day"],
  ["what was signed a day ago", {}, [[DAY_MS, 901n]], {}, null],
  ["what was signed almost a day ago", {}, [[DAY_MS - 1, 901n]], {}, "per_day"],
  ["what was signed by a clock that was ahead", {}, [[-DAY_MS, 901n]], {}, "per_day"],
  ["the moment before its end", { until: new Date(NOW_MS + 1).toISOString() }, [], {}, null],
  ["its end", { until: new Date(NOW_MS).toISOString() }, [], {}, "until"],
  ["as checked as it must be", { leastAuditState: "Optimistic" }, [], {}, null],
  ["less checked", { leastAuditState: "Audited" }, [], {}, "least_audit_state"],
  [
    "checked, as nobody says",
    { leastAuditState: "Optimistic" },
    [],
    { auditState: null },
    "least_audit_state",
  ],
  ["within a skill's limit", scope("skill", "skl_1", "150"), [[1, 50n]], {}, null],
  ["beyond a skill's limit", scope("skill", "skl_1", "149"), [[1, 50n]], {}, "scope_per_day"],
  ["beyond that of another skill", scope("skill", "skl_2", "0"), [[1, 50n]], {}, null],
  ["beyond that of each skill", scope("skill", "*", "149"), [[1, 50n]], {}, "scope_per_day"],
  ["beyond a publisher's limit", scope("publisher", "acc_1", "149"), [[1, 50n]], {}, "scope_per_day"],
  ["beyond an organisation's", scope("organisation", "acc_1", "149"), [[1, 50n]], {}, "scope_per_day"],
  ["a skill without an id", scope("skill", "skl_1", "0"), [], { skillId: null }, null],
])("%s", async (_, limits, signed, payment, refusedBy) => {
  const { store, kept } = storeWith(signed);
  const before = kept();
  const counting = countBeforeSigning(
    { limits: { ...LIMITS, ...limits }, store, now: () => new Date(NOW_MS) },
    { ...PAYMENT, ...payment },
  );
  if (refusedBy === null) {
    await counting;
    expect(kept().at(-1)).toMatchObject({ lamports: `${payment.lamports ?? 100n}`, skill: "amounts" });
  } else {
    const message = expect.stringContaining("Nothing was signed.") as string;
    await expect(counting).rejects.toMatchObject({
      code: "OWN_LIMIT_EXCEEDED",
      message,
      problem: { rule: refusedBy },
    });
    expect(kept()).toBe(before);
  }
});

test.each<[string, Record<string, unknown>]>([
  ["a word", { perCallLamports: "many" }],
  ["a number", { perDayLamports: 1000 }],
  ["nothing", { perDayLamports: undefined }],
  ["a negative amount", { perDayLamports: "-1" }],
  ["an end that is no time", { until: "tomorrow" }],
  ["a state that there is not", { leastAuditState: "audited" }],
  [
    "a scope of a kind that there is not",
    { scopes: [{ kind: "skil", id: "*", name: "*", perDayLamports: "0" }] },
  ],
  ["a scope of nothing", { scopes: [{ kind: "skill", name: "*", perDayLamports: "0" }] }],
  ["more than there are lamports", { perDayLamports: "18446744073709551616" }],
  ["a scope without an amount", { scopes: [{ kind: "skill", id: "*", name: "*" }] }],
])("limits with %s are no limits, and nothing counts", async (_, change) => {
  const { store, kept } = storeWith([]);
  const limits = Object.assign(structuredClone(LIMITS), change);
  await expect(countBeforeSigning({ limits, store }, PAYMENT)).rejects.toThrow(RangeError);
  expect(kept()).toEqual([]);
});

describe("however many payments there are", () => {
  test("those of any 24 hours never come to more than the limit, and what is kept stays small", async () => {
    const step = fc.record({ afterMs: fc.nat({ max: HOUR_MS }), lamports: fc.bigInt({ min: 1n, max: 3n }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 100, maxLength: 2_000 }), async (steps) => {
        const { store, kept } = storeWith([]);
        const paid: { atMs: number; lamports: bigint }[] = [];
        let atMs = NOW_MS;
        for (const { afterMs, lamports } of steps) {
          atMs += Math.floor(afterMs / 60);
          const at = new Date(atMs);
          const spending = { limits: LIMITS, store, now: () => at };
          const counting = countBeforeSigning(spending, { ...PAYMENT, lamports });
          const counted = await counting.then(
            () => true,
            () => false,
          );
          if (counted) paid.push({ atMs, lamports });
          const recent = paid.filter((each) => each.atMs > atMs - DAY_MS);
          expect(recent.reduce((sum, each) => sum + each.lamports, 0n)).toBeLessThanOrEqual(1_000n);
          expect(kept().length).toBeLessThanOrEqual(501);
        }
      }),
      { numRuns: runs(20) },
    );
  });

  test("calls at once of one process are counted one after the other", async () => {
    const store = memorySpending();
    const all = Array.from({ length: 40 }, () => countBeforeSigning({ limits: LIMITS, store }, PAYMENT));
    const outcomes = await Promise.allSettled(all);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
  });
});
