import { expect, test } from "vitest";
import { sealCounts, type SealFacts } from "@/lib/audits/seals/seal-counts";

const day = (number: number) => new Date(Date.UTC(2026, 5, number));
const NOW = day(20);
const FULL: SealFacts = {
  verdict: "seal",
  packageDigest: "sha256:1",
  versionDigest: "sha256:1",
  issuedAt: day(10),
  expiresAt: day(30),
  revokedAt: null,
  verifierRevokedAt: null,
  upheldAt: null,
  scope: "full",
  baseStands: null,
};

/** One fact changed at a time, on both sides of its moment and at the moment itself. */
const CASES: [string, Partial<SealFacts>, boolean][] = [
  ["a seal", {}, true],
  ["a request for changes", { verdict: "changes_requested" }, false],
  ["a challenge", { verdict: "challenge" }, false],
  ["of other bytes", { packageDigest: "sha256:2" }, false],
  ["revoked", { revokedAt: day(15) }, false],
  ["revoked, in the future", { revokedAt: day(25) }, false],
  ["expired", { expiresAt: day(19) }, false],
  ["that expires this moment", { expiresAt: NOW }, false],
  ["that expires in a moment", { expiresAt: new Date(NOW.getTime() + 1) }, true],
  ["whose verifier was struck off before it was signed", { verifierRevokedAt: day(9) }, false],
  ["whose verifier was struck off as it was signed", { verifierRevokedAt: day(10) }, false],
  ["whose verifier was struck off since", { verifierRevokedAt: day(11) }, true],
  ["challenged and upheld before it was signed", { upheldAt: day(9) }, true],
  ["challenged and upheld as it was signed", { upheldAt: day(10) }, false],
  ["challenged and upheld since", { upheldAt: day(11) }, false],
  ["of a difference, while what it rests on stands", { scope: "reduced", baseStands: true }, true],
  ["of a difference, since what it rests on fell", { scope: "reduced", baseStands: false }, false],
  ["of a difference to nothing", { scope: "reduced", baseStands: null }, false],
  ["of a patch, while what it rests on stands", { scope: "patch", baseStands: true }, true],
  ["of a patch, since what it rests on fell", { scope: "patch", baseStands: false }, false],
  ["of a patch of nothing", { scope: "patch", baseStands: null }, false],
  ["of an unknown scope", { scope: "whole", baseStands: null }, false],
];

test.each(CASES)("a seal %s", (_, change, counts) => {
  expect(sealCounts({ ...FULL, ...change }, NOW)).toBe(counts);
});
