import { expect, test } from "vitest";
import { decideBlockers, type EarningFacts } from "@/lib/running/earning/decide-blockers";

type Payee = NonNullable<EarningFacts["payee"]>;
const PROVEN: Payee = { address: "A", isProven: true, missingLamports: null };
const GOOD: EarningFacts = { priceLamports: 1n, obstacles: [], payee: PROVEN };
const NETWORK = { code: "CALL_NETWORK" as const, names: [] };
const NOT_RUN = { code: "CALL_NOT_RUN" as const, names: [] };
const payee = (facts: Partial<Payee>) => ({ payee: { ...PROVEN, ...facts } });

test.each<[string, Partial<EarningFacts>, string[]]>([
  ["all is well", {}, []],
  [
    "free, whatever else is wrong",
    { priceLamports: 0n, obstacles: [NETWORK], ...payee({ address: null }) },
    [],
  ],
  ["it cannot run", { obstacles: [NETWORK] }, ["cannot_run"]],
  ["it has not run", { obstacles: [NOT_RUN] }, ["not_run"]],
  ["no wallet", payee({ address: null, isProven: false }), ["no_wallet"]],
  ["another wallet than was proven", payee({ isProven: false }), ["wallet_not_proven"]],
  ["one lamport is missing", payee({ missingLamports: 1n }), ["payee_too_low"]],
  ["none is missing", payee({ missingLamports: 0n }), []],
  [
    "an unproven wallet is not looked into",
    payee({ isProven: false, missingLamports: 5n }),
    ["wallet_not_proven"],
  ],
  ["nothing is known of who is paid", { payee: null, obstacles: [NETWORK] }, ["cannot_run"]],
  [
    "all at once, the first run last",
    { obstacles: [NOT_RUN, NETWORK], ...payee({ missingLamports: 5n }) },
    ["cannot_run", "payee_too_low", "not_run"],
  ],
])("%s", (_name, facts, kinds) => {
  expect(decideBlockers({ ...GOOD, ...facts }).map(({ kind }) => kind)).toEqual(kinds);
});
