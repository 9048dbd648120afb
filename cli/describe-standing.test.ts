import { describe, expect, test } from "vitest";
import { describeStanding } from "./describe-standing";
import { describeAudit } from "@/lib/audits/describe-audit";
import type { FoundSkill } from "@/client";
import { toAuditMarkJson } from "@/lib/audits/seals";
import { getTranslations } from "@/lib/platform/i18n/translations";
import { LOCALES } from "@/lib/platform/i18n/routing";
import type { AuditMark } from "@/lib/registry/views";
import { auditWords, extentOf } from "@/components/marks/audit-mark";

const FULL: AuditMark = {
  scope: "full",
  baseVersion: null,
  carriedFrom: null,
  sealedAt: "2026-10-12T08:00:00.000Z",
  verifierName: "Vera",
  verifierAddress: "8Q3zz5PkPvh8fTRd4vDN1ZtCFZmNfCH6BMCUse1YFwum",
  confidential: false,
};
const REDUCED: AuditMark = { ...FULL, scope: "reduced", baseVersion: "1.0.0" };

const MARKS: [AuditMark, string][] = [
  [FULL, "Audited: every file, sealed 12 Oct 2026"],
  [REDUCED, "Audited: changes since 1.0.0, sealed 12 Oct 2026"],
  [{ ...REDUCED, scope: "patch" }, "Audited: changes since 1.0.0, sealed 12 Oct 2026"],
  [{ ...FULL, confidential: true }, "Audited: every file, sealed 12 Oct 2026; read under confidentiality"],
  [
    { ...REDUCED, carriedFrom: "1.2.0", confidential: true },
    "Audited: 1.2.0, changes since 1.0.0, sealed 12 Oct 2026; this patch was not read; read under confidentiality",
  ],
  [
    { ...FULL, carriedFrom: "1.2.0" },
    "Audited: 1.2.0, every file, sealed 12 Oct 2026; this patch was not read",
  ],
  [
    { ...REDUCED, carriedFrom: "1.2.0" },
    "Audited: 1.2.0, changes since 1.0.0, sealed 12 Oct 2026; this patch was not read",
  ],
];

describe.each(MARKS)("%o", (audit, words) => {
  test("is said alike on pages and by the command", () => {
    const say = getTranslations({ locale: "en", namespace: "common.audit" });
    expect(auditWords({ auditState: "Audited", audit }, say, "en")).toBe(words);
    expect(describeAudit({ audit_state: "Audited", audit: toAuditMarkJson(audit) })).toBe(words);
  });

  test.each(LOCALES)("names its versions and day in %s", (locale) => {
    const said = auditWords(
      { auditState: "Audited", audit },
      getTranslations({ locale, namespace: "common.audit" }),
      locale,
    );
    for (const version of [audit.baseVersion, audit.carriedFrom])
      if (version) expect(said).toContain(version);
    expect(said).toMatch(/10월 12일|10月12日|12 Oct/);
  });
});

test("other states have their word, and the deposit behind them", () => {
  const say = getTranslations({ locale: "en", namespace: "common.audit" });
  const facts = { audit: null, bondLamports: "1000000000" };
  expect(auditWords({ ...facts, auditState: "Unverified" }, say, "en")).toBe("Unverified");
  expect(auditWords({ ...facts, auditState: "Optimistic" }, say, "en")).toBe("Optimistic, 1 SOL bond");
  expect(auditWords({ audit: null, auditState: "Optimistic" }, say, "en")).toBe("Optimistic");
  expect(describeAudit({ audit_state: "Optimistic" })).toBe("Optimistic");
});

test.each([
  ["full", null, "full"],
  ["reduced", "1.0.0", "since"],
  ["patch", "1.0.0", "since"],
  ["reduced", null, "unfounded"],
  ["patch", null, "unfounded"],
])("a seal of scope %s against %s reads %s", (scope, baseVersion, extent) => {
  expect(extentOf({ scope, baseVersion })).toBe(extent);
});

test("what another market leaves out, or says oddly, is not said for it", () => {
  const found = { trust_level: "verified", audit_state: "Audited" } as FoundSkill;
  expect(describeStanding(found)).toBe("Audited: the market does not say what was read");
  const odd = { ...toAuditMarkJson(REDUCED), base_version: null, sealed_at: "soon" } as FoundSkill["audit"];
  expect(describeStanding({ ...found, audit: odd ?? null })).toBe(
    "Audited: changes since a version it does not name, sealed on an unknown day",
  );
  expect(describeStanding({ ...found, audit_state: "Unverified", trust_level: "sandbox" })).toBe(
    "Unverified; uploaded by an agent, nobody answers for it",
  );
});
