import { afterAll, beforeAll, expect, test } from "vitest";
import { inShort } from "@/lib/testing/full-form";
import { RunnerError } from "../../runner/conformance-case";
import { CASES_DIRECTORY, loadCases } from "../../runner/load-cases";
import { settlement } from "./adapter";

const START_TIMEOUT_MS = 120_000;
const cases = (await loadCases(CASES_DIRECTORY)).filter(({ kind }) => kind === settlement.kind);

beforeAll(() => settlement.start?.(), START_TIMEOUT_MS);
afterAll(() => settlement.stop?.(), START_TIMEOUT_MS);

const refused = (tamper: string) => ({
  ...purchase(tamper),
  expect: { accepted: false, settlements: 0, settled_lamports: "0" },
});
function purchase(tamper: string | null, lamports = "5000") {
  const described = { title: "", group: "", requirements: [], basis: "derived" as const };
  const input = { price_lamports: lamports, tamper };
  return { ...described, id: `CASE ${tamper} ${lamports}`, kind: settlement.kind, input, expect: {} };
}

test.each(cases)("$id: $title", async (testCase) => {
  expect(await settlement.check(testCase)).toEqual([]);
});

const TAMPERINGS = [
  "amount_less",
  "amount_more",
  "fee",
  "treasury",
  "payer",
  "version",
  "input",
  "nonce",
  "no_nonce",
  "reference",
  "no_reference",
  "domain",
  "wrong_network",
  "signature",
  "malformed",
  "price_changed",
  "insufficient_funds",
  "own_skill",
  "not_published",
  "key",
  "balance",
  "extra_instruction",
  "instruction_removed",
  "fee_payer",
  "currency",
  "durable_nonce",
];
const SHORT =
  "amount_less treasury version nonce signature price_changed own_skill instruction_removed".split(" ");
test.each(inShort(TAMPERINGS, SHORT))("a purchase tampered with in %s settles nothing", async (tamper) => {
  expect(await settlement.check(refused(tamper))).toEqual([]);
});

test("another order of the same instructions is the same payment", async () => {
  const expected = { accepted: true, settlements: 1, settled_lamports: "5000" };
  expect(await settlement.check({ ...purchase("instruction_order"), expect: expected })).toEqual([]);
});

test.each([[true], [2], [[1, 2]]])("the same payment twice at once settles once: %j", async (accepted) => {
  const expected = { accepted, settlements: 1, settled_lamports: "5000" };
  expect(await settlement.check({ ...purchase("twice_in_parallel"), expect: expected })).toEqual([]);
});

test.each(inShort(["9223372036854775807", "123456789012345", "9007199254740993"], (_, at) => at === 0))(
  "a price of %s lamports is paid to the last one",
  async (lamports) => {
    const expected = { accepted: true, settlements: 1, settled_lamports: lamports };
    expect(await settlement.check({ ...purchase(null, lamports), expect: expected })).toEqual([]);
  },
);

test.each(["9223372036854775808", "18446744073709551615"])(
  "a price of %s lamports, more than the market quotes, is refused before anything is signed",
  async (lamports) => {
    const expected = { accepted: false, settlements: 0, settled_lamports: "0" };
    expect(await settlement.check({ ...purchase(null, lamports), expect: expected })).toEqual([]);
  },
);

test("a tampering nobody knows is said to be unknown, and an honest purchase is not called refused", async () => {
  await expect(settlement.check(purchase("phase of the moon"))).rejects.toThrow(RunnerError);
  await expect(settlement.check(purchase("phase of the moon"))).rejects.toThrow("phase of the moon");
  const odd = { ...purchase(null), expect: { mood: "happy" } };
  await expect(settlement.check(odd)).rejects.toThrow("mood");
  const wrong = { ...purchase(null), expect: { accepted: false } };
  expect(await settlement.check(wrong)).toEqual([expect.stringContaining("accepted is true")]);
});
