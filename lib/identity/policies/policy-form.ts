import { DomainError } from "@/lib/kernel/errors";
import { policySchema, type Policy, type PolicyRule } from "@/lib/vetting/policy/policy";

/** Rules whose values a form has one on a line. */
const LISTS = ["trustedVerifiers", "trustedPublishers", "deniedHosts", "allowedLicenses"] as const;

/** What a form says of a rule: one text, or several. */
type Written = (rule: PolicyRule) => string | readonly string[];

/**
 * The policy of a form; a rule that is left empty asks for nothing. Throws REQUEST_INVALID, with the rule as the wrong
 * member.
 */
export function readPolicyForm(written: Written): Policy {
  const textOf = (rule: PolicyRule) => String(written(rule)).trim();
  const lists = LISTS.map((rule): [PolicyRule, string[]] => [
    rule,
    textOf(rule)
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  ]);
  const days = textOf("leastAgeDays");
  const rules = {
    leastAudit: textOf("leastAudit"),
    ...Object.fromEntries(lists),
    deniedPermissions: written("deniedPermissions"),
    leastAgeDays: days === "" ? "" : Number(days),
    priceCeilingLamports: textOf("priceCeilingLamports"),
    severityCeiling: textOf("severityCeiling"),
  };
  const asked = Object.entries(rules).filter(([, value]) => !isEmpty(value));
  const read = policySchema.safeParse({ policyVersion: 1, ...Object.fromEntries(asked) });
  if (read.success) return read.data;
  const rule = String(read.error.issues[0]?.path[0] ?? "");
  throw new DomainError("REQUEST_INVALID", `The rule ${rule} is not understood.`, {
    details: { errors: [{ pointer: `#/${rule}`, detail: "is not understood" }] },
  });
}

/** `any` is the choice that asks for nothing. */
const isEmpty = (value: unknown) =>
  value === "" || value === "any" || (Array.isArray(value) && value.length === 0);
