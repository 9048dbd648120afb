import { expect, test } from "vitest";
import { refuseToAdvise, type AdvisedFacts, type AdviseRefusal } from "@/lib/audits/advisories/may-advise";

const READ: AdvisedFacts = { published: true, ownWork: false, hasAudit: true, hasReserved: false };

test.each<[string, boolean, Partial<AdvisedFacts>[], AdviseRefusal | null]>([
  ["what they have signed a verdict of", true, [{}], null],
  ["what they have reserved", true, [{ hasAudit: false, hasReserved: true }], null],
  ["both", true, [{ hasReserved: true }, {}], null],
  ["what they have not read", true, [{ hasAudit: false }], "not-reviewed"],
  ["one that they have read and one that they have not", true, [{}, { hasAudit: false }], "not-reviewed"],
  ["their own work, whatever they signed", true, [{ ownWork: true }], "own-work"],
  ["their own work beside that of others", true, [{}, { ownWork: true }], "own-work"],
  ["a version that is not published", true, [{ published: false }], "no-version"],
  ["no version", true, [], "no-version"],
  ["anything, by somebody who is not enrolled", false, [{}], "no-verifier"],
  ["nothing, by somebody who is not enrolled", false, [], "no-verifier"],
])("an advisory about %s", (_, isVerifier, versions, refusal) => {
  const facts = versions.map((each) => ({ ...READ, ...each }));
  expect(refuseToAdvise(isVerifier, facts)).toBe(refusal);
});
