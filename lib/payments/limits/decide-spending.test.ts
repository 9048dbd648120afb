import { describe, expect, test } from "vitest";
import {
  decideSpending,
  type SpendingAsked,
  type SpendingRule,
  type SpentOnSkill,
} from "@/lib/payments/limits/decide-spending";
import type { SpendingScope, SpendingTerms } from "@/lib/payments/limits/spending-statement";

const END_MS = Date.parse("2027-01-01T00:00:00.000Z");
const terms = (changes: Partial<SpendingTerms> = {}): SpendingTerms => ({
  until: null,
  perCallLamports: "100",
  perDayLamports: "1000",
  scopes: [],
  leastAuditState: "Unverified",
  askAboveLamports: null,
  ...changes,
});
const asked = (changes: Partial<SpendingAsked> = {}): SpendingAsked => ({
  skillId: "skl_1",
  publisherId: "acc_1",
  organisationId: null,
  lamports: 100n,
  calls: 1,
  auditState: "Unverified",
  atMs: END_MS - 1000,
  ...changes,
});
const spent = (
  spentLamports: bigint,
  heldLamports = 0n,
  changes: Partial<SpentOnSkill> = {},
): SpentOnSkill => ({
  skillId: "skl_1",
  publisherId: "acc_1",
  organisationId: null,
  spentLamports,
  heldLamports,
  ...changes,
});
const scope = (kind: SpendingScope["kind"], id: string, perDayLamports: string): SpendingScope => ({
  kind,
  id,
  name: id,
  perDayLamports,
});
const inScope = (scopes: SpendingScope[]) => terms({ scopes });
const OF_ORGANISATION = { publisherId: "acc_org", organisationId: "acc_org" };
const ELSEWHERE = { skillId: "skl_2", publisherId: "acc_2" };

type Case = [string, SpendingTerms, SpentOnSkill[], SpendingAsked, SpendingRule | null];

// What is asked, and the rule that refuses it; null: it is allowed. Each amount stands at its limit and one beside it.
const CASES: Case[] = [
  ["nothing was spent", terms(), [], asked(), null],
  [
    "a moment before its end",
    terms({ until: new Date(END_MS).toISOString() }),
    [],
    asked({ atMs: END_MS - 1 }),
    null,
  ],
  ["at its end", terms({ until: new Date(END_MS).toISOString() }), [], asked({ atMs: END_MS }), "until"],
  [
    "after its end, for nothing",
    terms({ until: new Date(END_MS).toISOString() }),
    [],
    asked({ atMs: END_MS + 1, lamports: 0n }),
    "until",
  ],
  ["one lamport more than a call may cost", terms(), [], asked({ lamports: 101n }), "per_call"],
  ["three calls, each at its limit", terms(), [], asked({ lamports: 300n, calls: 3 }), null],
  ["three calls, one lamport more", terms(), [], asked({ lamports: 301n, calls: 3 }), "per_call"],
  ["the rest of a day", terms(), [spent(900n)], asked(), null],
  ["one more than the rest of a day", terms(), [spent(901n)], asked(), "per_day"],
  ["what is held counts like what is spent", terms(), [spent(0n, 901n)], asked(), "per_day"],
  ["what is held and spent together", terms(), [spent(450n, 450n)], asked(), null],
  ["what is held and spent together, one more", terms(), [spent(450n, 451n)], asked(), "per_day"],
  ["also of other skills", terms(), [spent(500n), spent(401n, 0n, ELSEWHERE)], asked(), "per_day"],
  [
    "a limit that is below what was spent already",
    terms({ perDayLamports: "10" }),
    [spent(500n)],
    asked({ lamports: 1n }),
    "per_day",
  ],
  ["no money at all", terms({ perDayLamports: "0" }), [], asked({ lamports: 1n }), "per_day"],
  [
    "amounts beyond 2^53",
    terms({ perCallLamports: "18446744073709551615", perDayLamports: "18446744073709551615" }),
    [spent(18446744073709551515n)],
    asked(),
    null,
  ],
  [
    "amounts beyond 2^53, one more",
    terms({ perCallLamports: "18446744073709551615", perDayLamports: "18446744073709551615" }),
    [spent(18446744073709551516n)],
    asked(),
    "per_day",
  ],
  [
    "Unverified where Optimistic is the least",
    terms({ leastAuditState: "Optimistic" }),
    [],
    asked(),
    "least_audit_state",
  ],
  [
    "Optimistic where Optimistic is the least",
    terms({ leastAuditState: "Optimistic" }),
    [],
    asked({ auditState: "Optimistic" }),
    null,
  ],
  [
    "Audited where Optimistic is the least",
    terms({ leastAuditState: "Optimistic" }),
    [],
    asked({ auditState: "Audited" }),
    null,
  ],
  [
    "Optimistic where Audited is the least",
    terms({ leastAuditState: "Audited" }),
    [],
    asked({ auditState: "Optimistic" }),
    "least_audit_state",
  ],
  ["the rest of a skill's scope", inScope([scope("skill", "skl_1", "150")]), [spent(50n)], asked(), null],
  [
    "one more than a skill's scope",
    inScope([scope("skill", "skl_1", "150")]),
    [spent(51n)],
    asked(),
    "scope_per_day",
  ],
  [
    "what is held in a scope",
    inScope([scope("skill", "skl_1", "150")]),
    [spent(0n, 51n)],
    asked(),
    "scope_per_day",
  ],
  ["another skill's scope", inScope([scope("skill", "skl_2", "0")]), [spent(51n)], asked(), null],
  [
    "another skill's money",
    inScope([scope("skill", "skl_1", "150")]),
    [spent(200n, 0n, ELSEWHERE)],
    asked(),
    null,
  ],
  ["each skill", inScope([scope("skill", "*", "150")]), [spent(51n)], asked(), "scope_per_day"],
  [
    "each skill by itself",
    inScope([scope("skill", "*", "150")]),
    [spent(140n, 0n, ELSEWHERE)],
    asked(),
    null,
  ],
  [
    "a named one may have more than each",
    inScope([scope("skill", "*", "10"), scope("skill", "skl_1", "150")]),
    [],
    asked(),
    null,
  ],
  [
    "a named one may have less than each",
    inScope([scope("skill", "skl_1", "10"), scope("skill", "*", "150")]),
    [],
    asked(),
    "scope_per_day",
  ],
  [
    "only whom it names",
    inScope([scope("publisher", "*", "0"), scope("publisher", "acc_1", "100")]),
    [],
    asked(),
    null,
  ],
  [
    "nobody else",
    inScope([scope("publisher", "*", "0"), scope("publisher", "acc_1", "100")]),
    [],
    asked(ELSEWHERE),
    "scope_per_day",
  ],
  [
    "nor one that nobody owns",
    inScope([scope("publisher", "*", "0")]),
    [],
    asked({ publisherId: null }),
    "scope_per_day",
  ],
  [
    "all skills of a publisher",
    inScope([scope("publisher", "acc_1", "150")]),
    [spent(51n, 0n, { skillId: "skl_2" })],
    asked(),
    "scope_per_day",
  ],
  [
    "an organisation is a publisher",
    inScope([scope("publisher", "acc_org", "10")]),
    [],
    asked(OF_ORGANISATION),
    "scope_per_day",
  ],
  [
    "all skills of an organisation",
    inScope([scope("organisation", "acc_org", "150")]),
    [spent(51n, 0n, { ...OF_ORGANISATION, skillId: "skl_2" })],
    asked(OF_ORGANISATION),
    "scope_per_day",
  ],
  ["each organisation is not each person", inScope([scope("organisation", "*", "0")]), [], asked(), null],
  [
    "each organisation",
    inScope([scope("organisation", "*", "0")]),
    [],
    asked(OF_ORGANISATION),
    "scope_per_day",
  ],
  [
    "a scope of an organisation is none of a person with its id",
    inScope([scope("organisation", "acc_1", "0")]),
    [],
    asked(),
    null,
  ],
  [
    "every kind counts",
    inScope([scope("skill", "skl_1", "500"), scope("publisher", "*", "99")]),
    [],
    asked(),
    "scope_per_day",
  ],
];

describe("what a limit refuses", () => {
  test.each(CASES)("%s", (_, limit, before, payment, rule) => {
    expect(decideSpending(limit, before, payment)?.rule ?? null).toBe(rule);
  });

  test("of several rules the first is told, with what it has counted", () => {
    const limit = inScope([scope("skill", "skl_1", "150"), scope("publisher", "*", "0")]);
    expect(decideSpending(limit, [spent(40n, 11n), spent(5n, 6n, ELSEWHERE)], asked())).toEqual({
      rule: "scope_per_day",
      scope: limit.scopes[0],
      limitLamports: 150n,
      spentLamports: 40n,
      heldLamports: 11n,
    });
    expect(decideSpending(terms(), [spent(40n, 950n), spent(5n, 6n, ELSEWHERE)], asked())).toEqual({
      rule: "per_day",
      scope: null,
      limitLamports: 1000n,
      spentLamports: 45n,
      heldLamports: 956n,
    });
  });
});
