import { expect, test } from "vitest";
import { accessOf, describeRefusal, hostsOf, judge, type VersionFacts } from "./judge";
import { MOST_DRAWN } from "../facts/picture";
import { POLICY_RULES, policySchema, type Policy } from "./policy";

const NOW = new Date("2026-11-29T12:00:00Z");
const daysAgo = (days: number, more = 0) => new Date(NOW.getTime() - days * 86_400_000 - more);
const ANNE = "4Nd1mYQpWm3cYd3pT5hY3H6hGJ8QmBvUzx9T3yqk1c7A";
const BERT = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin";

/** Of everything known the best. */
const FACTS: VersionFacts = {
  auditState: "Audited",
  verifiers: [ANNE],
  publisher: { id: "acc_1", name: "alice" },
  hosts: ["api.example.org"],
  access: { network: false, filesystem: false, subprocess: false, secrets: false },
  publishedAt: daysAgo(30),
  license: "MIT",
  priceLamports: 0n,
  findings: [],
};
const UNKNOWN: VersionFacts = {
  auditState: null,
  verifiers: null,
  publisher: null,
  hosts: null,
  access: { network: null, filesystem: null, subprocess: null, secrets: null },
  publishedAt: null,
  license: null,
  priceLamports: null,
  findings: null,
};
const finding = (severity: "info" | "low" | "medium" | "high") => ({ code: `code.${severity}`, severity });

type Rules = Omit<Policy, "policyVersion">;
const KEPT = "kept";
const NOT_KNOWN = "unknown: the market does not say";

/** What a policy asks, what is known otherwise than in `FACTS`, and what is found. */
const CASES: [Rules, Partial<VersionFacts>, string][] = [
  [{}, UNKNOWN, KEPT],
  [{ leastAudit: "unverified" }, { auditState: "Unverified" }, KEPT],
  [{ leastAudit: "unverified" }, { auditState: null }, KEPT],
  [{ leastAudit: "optimistic" }, { auditState: "Unverified" }, "Unverified"],
  [{ leastAudit: "optimistic" }, { auditState: "Optimistic" }, KEPT],
  [{ leastAudit: "optimistic" }, { auditState: "Audited" }, KEPT],
  [{ leastAudit: "audited" }, { auditState: "Optimistic" }, "Optimistic"],
  [{ leastAudit: "audited" }, { auditState: "Audited" }, KEPT],
  [{ leastAudit: "audited" }, { auditState: null }, NOT_KNOWN],
  [{ trustedVerifiers: [ANNE] }, {}, KEPT],
  [{ trustedVerifiers: [BERT, ANNE] }, {}, KEPT],
  [{ trustedVerifiers: [BERT] }, {}, `sealed by ${ANNE}`],
  [{ trustedVerifiers: [BERT] }, { verifiers: [ANNE, BERT] }, KEPT],
  [{ trustedVerifiers: [BERT] }, { verifiers: [] }, "no seal in force"],
  [{ trustedVerifiers: [BERT] }, { verifiers: null }, NOT_KNOWN],
  [{ trustedPublishers: ["alice"] }, {}, KEPT],
  [{ trustedPublishers: ["acc_1"] }, {}, KEPT],
  [{ trustedPublishers: ["bob"] }, {}, "alice (acc_1)"],
  [{ trustedPublishers: ["Alice"] }, {}, "alice (acc_1)"],
  [{ trustedPublishers: ["bob"] }, { publisher: null }, NOT_KNOWN],
  [{ deniedHosts: ["*.example.com"] }, { hosts: [] }, KEPT],
  [{ deniedHosts: ["*.example.com"] }, { hosts: ["a.example.com"] }, "a.example.com"],
  [{ deniedHosts: ["*.example.com"] }, { hosts: ["a.b.EXAMPLE.com."] }, "a.b.EXAMPLE.com."],
  [{ deniedHosts: ["*.example.com"] }, { hosts: ["example.com"] }, KEPT],
  [{ deniedHosts: ["*.example.com"] }, { hosts: ["badexample.com"] }, KEPT],
  [{ deniedHosts: ["*.example.com"] }, { hosts: ["a.example.com.evil.net"] }, KEPT],
  [{ deniedHosts: ["example.com"] }, { hosts: ["example.com"] }, "example.com"],
  [{ deniedHosts: ["example.com"] }, { hosts: ["www.example.com"] }, KEPT],
  [{ deniedHosts: ["b\u00fccher.example"] }, { hosts: ["xn--bcher-kva.example"] }, "xn--bcher-kva.example"],
  [{ deniedHosts: ["xn--bcher-kva.example"] }, { hosts: ["b\u00dccher.example"] }, "b\u00dccher.example"],
  [{ deniedHosts: ["a.net", "b.net"] }, { hosts: ["c.net", "b.net", "a.net"] }, "b.net, a.net"],
  [{ deniedHosts: ["a.net"] }, { hosts: null }, NOT_KNOWN],
  [{ deniedPermissions: ["network"] }, {}, KEPT],
  [{ deniedPermissions: ["network"] }, { access: { ...FACTS.access, network: true } }, "network"],
  [{ deniedPermissions: ["network"] }, { access: { ...FACTS.access, network: null } }, NOT_KNOWN],
  [{ deniedPermissions: ["network"] }, { access: { ...FACTS.access, secrets: true } }, KEPT],
  [
    { deniedPermissions: ["network", "secrets", "subprocess"] },
    { access: { network: null, filesystem: true, subprocess: true, secrets: true } },
    "secrets, subprocess",
  ],
  [{ leastAgeDays: 7 }, { publishedAt: daysAgo(7) }, KEPT],
  [{ leastAgeDays: 7 }, { publishedAt: daysAgo(7, -1) }, `published ${daysAgo(7, -1).toISOString()}`],
  [{ leastAgeDays: 1 }, { publishedAt: daysAgo(-1) }, `published ${daysAgo(-1).toISOString()}`],
  [{ leastAgeDays: 1 }, { publishedAt: null }, NOT_KNOWN],
  [{ allowedLicenses: ["Apache-2.0", "mit"] }, {}, KEPT],
  [{ allowedLicenses: ["MIT"] }, { license: " mit\n" }, KEPT],
  [{ allowedLicenses: ["MIT"] }, { license: "MIT OR GPL-3.0-only" }, "MIT OR GPL-3.0-only"],
  [{ allowedLicenses: ["MIT"] }, { license: null }, NOT_KNOWN],
  [{ priceCeilingLamports: "0" }, {}, KEPT],
  [{ priceCeilingLamports: "5000" }, { priceLamports: 5000n }, KEPT],
  [{ priceCeilingLamports: "5000" }, { priceLamports: 5001n }, "5001 lamports"],
  [
    { priceCeilingLamports: "9007199254740992" },
    { priceLamports: 9007199254740993n },
    "9007199254740993 lamports",
  ],
  [{ priceCeilingLamports: "0" }, { priceLamports: null }, NOT_KNOWN],
  [{ severityCeiling: "none" }, {}, KEPT],
  [{ severityCeiling: "none" }, { findings: [finding("info")] }, "code.info (info)"],
  [{ severityCeiling: "low" }, { findings: [finding("low")] }, KEPT],
  [{ severityCeiling: "low" }, { findings: [finding("info"), finding("medium")] }, "code.medium (medium)"],
  [{ severityCeiling: "high" }, { findings: [finding("high")] }, KEPT],
  [
    { severityCeiling: "info" },
    { findings: Array.from({ length: 5 }, () => finding("high")) },
    "code.high (high), code.high (high), code.high (high) and 2 more",
  ],
  [{ severityCeiling: "high" }, { findings: null }, NOT_KNOWN],
];

test.each(CASES)("case %#: a rule is kept, refuses, or refuses what is not known", (rules, known, found) => {
  const policy = policySchema.parse({ policyVersion: 1, ...rules });
  const refusals = judge(policy, { ...FACTS, ...known }, NOW);
  expect(refusals.map((each) => each.found)).toEqual(found === KEPT ? [] : [found]);
  for (const refusal of refusals) {
    expect(refusal.isUnknown).toBe(found === NOT_KNOWN);
    expect(rules).toHaveProperty(refusal.rule);
  }
});

test("every rule that refuses is named, in one order, and each has a case for the unknown", () => {
  const all = policySchema.parse({
    severityCeiling: "none",
    priceCeilingLamports: "0",
    allowedLicenses: ["MIT"],
    leastAgeDays: 1,
    deniedPermissions: ["secrets"],
    deniedHosts: ["a.net"],
    trustedPublishers: ["alice"],
    trustedVerifiers: [ANNE],
    leastAudit: "optimistic",
    policyVersion: 1,
  });
  expect(judge(all, UNKNOWN, NOW).map(({ rule }) => rule)).toEqual(POLICY_RULES);
  expect(judge(all, FACTS, NOW)).toEqual([]);
});

test("a refusal is a sentence with the rule, whose it is, what was asked, what was found, and what to do", () => {
  const policy = policySchema.parse({ policyVersion: 1, leastAudit: "audited" });
  const [refusal] = judge(policy, { ...FACTS, auditState: "Unverified" }, NOW);
  expect(refusal && describeRefusal(refusal, "emporion.policy.json")).toBe(
    "refused by leastAudit of emporion.policy.json: asked is audited or higher, found is Unverified; choose a version with a higher state, or ask its publisher to have it audited",
  );
});

test("what a version touches is what it says, and what vetting saw it do all the same", () => {
  const denied = { network: false, filesystem: false, subprocess: false, envVars: [] };
  const none = { network: null, filesystem: null, subprocess: null, envVars: null };
  const unsaid = { code: "info.access_not_declared", message: "Not declared; seen: network (fetch)." };
  const contradicted = {
    code: "suspicious.undeclared_permission",
    message: "permissions.subprocess is false, but the code uses curl.",
  };
  expect(accessOf(denied, [])).toEqual(FACTS.access);
  expect(accessOf(none, [])).toEqual(UNKNOWN.access);
  expect(accessOf(none, [unsaid])).toEqual({ ...UNKNOWN.access, network: true });
  expect(accessOf(denied, [contradicted])).toEqual({ ...FACTS.access, subprocess: true });
  expect(accessOf({ ...denied, envVars: ["TOKEN"] }, []).secrets).toBe(true);
});

test("a picture that is full says nothing of the hosts that it leaves out", () => {
  const contact = (place: number) => ({ host: `h${place}.net`, file: "a.py", line: place, isExpected: true });
  const contacts = Array.from({ length: MOST_DRAWN }, (_, place) => contact(place + 1));
  expect(hostsOf(null)).toBeNull();
  expect(hostsOf({ contacts: [] })).toEqual([]);
  expect(hostsOf({ contacts: contacts.slice(1) })).toHaveLength(MOST_DRAWN - 1);
  expect(hostsOf({ contacts })).toBeNull();
});
