import { expect, test } from "vitest";
import { domainRecord, findingOf, type TxtAnswer } from "@/lib/identity/domains/domain-record";

process.env["SERVER_KEY"] ??= "a key of the server that is long enough for tests";

const OWN = { accountId: "acc_1", domain: "example.com" };
const { value } = domainRecord(OWN.accountId, OWN.domain);
const texts = (...found: string[]): TxtAnswer => ({ kind: "texts", texts: found });

test.each<[string, TxtAnswer, string]>([
  ["nobody answered", { kind: "no-answer" }, "no-answer"],
  ["there is no such name", { kind: "none" }, "missing"],
  ["there is no text", texts(), "missing"],
  ["another text", texts("v=spf1 -all"), "another"],
  ["the record", texts(value), "seen"],
  ["the record among others", texts("v=spf1 -all", value), "seen"],
  ["the record with quotation marks and blanks", texts(` "${value}" `), "seen"],
  ["the record of a market under another host", texts(value.replace(/=[^/]+\//, "=old.example/")), "seen"],
  [
    "the record with another token",
    texts(value.replace(/.$/, (last) => (last === "A" ? "B" : "A"))),
    "another",
  ],
  ["the record with something behind it", texts(`${value} x`), "another"],
  ["the record of another account", texts(domainRecord("acc_2", OWN.domain).value), "another"],
  ["the record of another domain", texts(domainRecord(OWN.accountId, "example.org").value), "another"],
])("%s", (_name, answer, expected) => {
  expect(findingOf(answer, OWN)).toBe(expected);
});
