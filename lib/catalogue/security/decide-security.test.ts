import { expect, test } from "vitest";
import { decideSecurity, type Security, type SecurityFacts } from "@/lib/catalogue/security/decide-security";

const NOTHING: SecurityFacts = {
  quarantineReason: null,
  yankReason: null,
  scannedAt: "2026-11-28T12:00:00.000Z",
  findings: [],
  upheldChallenge: false,
};
const finding = (severity: "high" | "medium" | "low", confidence: "strong" | "weak") => ({
  code: `${severity}_${confidence}`.toUpperCase(),
  severity,
  confidence,
});

test.each<[string, Partial<SecurityFacts>, Omit<Security, "ok">]>([
  ["nothing", {}, { status: "clean", scan: "clean", reasons: [], reasonCodes: [] }],
  [
    "what vetting approves in spite of it",
    { findings: [finding("medium", "weak"), finding("low", "strong")] },
    { status: "clean", scan: "clean", reasons: [], reasonCodes: [] },
  ],
  [
    "what vetting holds, though a person let it through",
    { findings: [finding("medium", "strong")] },
    {
      status: "suspicious",
      scan: "suspicious",
      reasons: ["suspicious: MEDIUM_STRONG"],
      reasonCodes: ["MEDIUM_STRONG"],
    },
  ],
  [
    "what vetting rejects, though a person let it through; each code once",
    { findings: [finding("high", "strong"), finding("high", "strong"), finding("low", "weak")] },
    {
      status: "suspicious",
      scan: "suspicious",
      reasons: ["suspicious: HIGH_STRONG", "suspicious: LOW_WEAK"],
      reasonCodes: ["HIGH_STRONG", "LOW_WEAK"],
    },
  ],
  [
    "an upheld challenge, of which the scanner knows nothing",
    { upheldChallenge: true },
    {
      status: "suspicious",
      scan: "clean",
      reasons: ["suspicious: CHALLENGE_UPHELD"],
      reasonCodes: ["CHALLENGE_UPHELD"],
    },
  ],
  [
    "no report",
    { scannedAt: null },
    { status: "pending", scan: "pending", reasons: ["scan_pending"], reasonCodes: [] },
  ],
  [
    "no report, and an upheld challenge",
    { scannedAt: null, upheldChallenge: true },
    {
      status: "suspicious",
      scan: "pending",
      reasons: ["scan_pending", "suspicious: CHALLENGE_UPHELD"],
      reasonCodes: ["CHALLENGE_UPHELD"],
    },
  ],
  [
    "withdrawn: what was found stays",
    { yankReason: "broken" },
    { status: "clean", scan: "clean", reasons: ["withdrawn: broken"], reasonCodes: [] },
  ],
  [
    "withdrawn without a reason",
    { yankReason: "" },
    { status: "clean", scan: "clean", reasons: ["withdrawn: "], reasonCodes: [] },
  ],
  [
    "a quarantine, over everything else",
    { quarantineReason: "harmful", yankReason: "broken", upheldChallenge: true },
    {
      status: "malicious",
      scan: "clean",
      reasons: ["quarantined: harmful", "withdrawn: broken", "suspicious: CHALLENGE_UPHELD"],
      reasonCodes: ["CHALLENGE_UPHELD"],
    },
  ],
])("%s", (_, facts, decided) => {
  expect(decideSecurity({ ...NOTHING, ...facts })).toEqual({ ...decided, ok: decided.reasons.length === 0 });
});
