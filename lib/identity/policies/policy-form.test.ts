import { expect, test } from "vitest";
import { readPolicyForm } from "@/lib/identity/policies/policy-form";
import { wrongMember, type DomainError } from "@/lib/kernel/errors";
import type { PolicyRule } from "@/lib/vetting/policy/policy";

type Form = Partial<Record<PolicyRule, string | string[]>>;
const read = (form: Form) => readPolicyForm((rule) => form[rule] ?? (rule === "deniedPermissions" ? [] : ""));

test("what is left empty asks for nothing; lists are a line each", () => {
  for (const form of [{}, { leastAudit: "any", severityCeiling: "any" }])
    expect(read(form)).toEqual({ policyVersion: 1 });
  expect(
    read({
      leastAudit: "audited",
      deniedHosts: " *.example.com \r\n\r\nexample.com\n",
      deniedPermissions: ["network"],
      leastAgeDays: " 7 ",
      priceCeilingLamports: "0",
      severityCeiling: "none",
    }),
  ).toEqual({
    policyVersion: 1,
    leastAudit: "audited",
    deniedHosts: ["*.example.com", "example.com"],
    deniedPermissions: ["network"],
    leastAgeDays: 7,
    priceCeilingLamports: "0",
    severityCeiling: "none",
  });
});

test.each<[PolicyRule, string | string[]]>([
  ["leastAudit", "best"],
  ["trustedVerifiers", "not a wallet"],
  ["trustedPublishers", "two words"],
  ["deniedHosts", "https://example.com"],
  ["deniedPermissions", ["camera"]],
  ["leastAgeDays", "a week"],
  ["leastAgeDays", "0"],
  ["allowedLicenses", "x".repeat(201)],
  ["priceCeilingLamports", "0.5"],
  ["severityCeiling", "grave"],
])("%s: what is not understood names its rule", (rule, written) => {
  try {
    read({ [rule]: written });
  } catch (error) {
    expect(wrongMember(error as DomainError)).toBe(rule);
    return;
  }
  throw new Error("it was taken");
});
