import english from "@/lib/platform/i18n/messages/en/bond.json";
import { expect, test } from "vitest";
import { bondProblem, LedgerLate } from "@/components/bond/bond-steps";
import { ApiProblem, MarketAway } from "@/components/run/api-problem";
import { NotAsShown } from "@/lib/payments/transactions/not-as-shown";
import { bondPath } from "@/components/skill/links";

const refusals = { ...english.reasons, RATE_LIMITED: "too often" };
const said = (error: unknown) => bondProblem(error, english.desk, refusals);
const refused = (body: object) => new ApiProblem(422, { detail: "The API speaks English.", ...body });

test("what stands in the way of a deposit is told in the words of the page, never in those of the API", () => {
  expect(said(refused({ error_code: "BOND_MOVE_REFUSED", reason: "open_challenge" }))).toBe(
    english.reasons.open_challenge,
  );
  expect(said(refused({ error_code: "RATE_LIMITED" }))).toBe("too often");
  expect(said(refused({ error_code: "BOND_MOVE_REFUSED", reason: "nonce_used" }))).toBe(
    `${english.desk.stays} nonce_used`,
  );
  expect(said(refused({ error_code: "VERSION_NOT_FOUND" }))).toBe(`${english.desk.stays} VERSION_NOT_FOUND`);
  expect(said(new MarketAway(null))).toBe(english.desk.away);
  expect(said(new LedgerLate())).toBe(english.desk.late);
  expect(said(new NotAsShown())).toBe(english.desk.notAsShown);
  expect(said({ code: 4001, message: "User rejected the request." })).toBe(english.desk.refused);
  expect(said(new TypeError("x is not a function"))).toBe(english.desk.stays);
});

test("the deposit of an older version is found at that version, not at the newest", () => {
  expect(bondPath("a-b")).toBe("/skills/a-b/bond");
  expect(bondPath("a-b", "1.0.0+x")).toBe("/skills/a-b/bond?version=1.0.0%2Bx");
});
