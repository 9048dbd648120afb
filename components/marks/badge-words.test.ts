import { expect, test } from "vitest";
import { badgeWords } from "@/components/marks/badge-words";
import { getTranslations } from "@/lib/platform/i18n/translations";

const say = getTranslations({ locale: "en", namespace: "common.audit" });
const PLAIN = {
  version: "1.2.3",
  auditState: "Unverified",
  audit: null,
  bondLamports: null,
  priceLamports: "0",
  downloadsTotal: 0,
} as const;
const audit = {
  scope: "full",
  baseVersion: null,
  carriedFrom: null,
  sealedAt: "2026-11-21T12:00:00.000Z",
  verifierName: "Reader",
  verifierAddress: "x",
  confidential: false,
} as const;

test.each([
  [{}, "1.2.3 · Unverified · free · 0 downloads"],
  [{ downloadsTotal: 1 }, "1.2.3 · Unverified · free · 1 download"],
  [{ priceLamports: "1" }, "1.2.3 · Unverified · 0.000000001 SOL a call · 0 downloads"],
  [
    { auditState: "Audited", audit, priceLamports: "5000", downloadsTotal: 12 },
    "1.2.3 · Audited: every file, sealed 21 Nov 2026 · 0.000005 SOL a call · 12 downloads",
  ],
  [
    { auditState: "Optimistic", bondLamports: "1000000000" },
    "1.2.3 · Optimistic, 1 SOL bond · free · 0 downloads",
  ],
] as const)("a badge says of %j: %s", (facts, words) => {
  expect(badgeWords({ ...PLAIN, ...facts }, say)).toBe(words);
});
