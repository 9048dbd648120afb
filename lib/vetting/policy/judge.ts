import type { AccessKind } from "../access-kinds";
import type { Finding, Severity } from "../finding";
import { MOST_DRAWN, type Picture } from "../facts/picture";
import { countUndeclared } from "../undeclared-use";
import {
  LEAST_AUDITS,
  matchesHost,
  POLICY_RULES,
  SEVERITY_CEILINGS,
  type Policy,
  type PolicyRule,
} from "./policy";

/** What is known of a version when it is judged. Null is what its market does not say. */
export interface VersionFacts {
  auditState: "Unverified" | "Optimistic" | "Audited" | null;
  /** Wallets of those whose seals count for it at this moment. */
  verifiers: readonly string[] | null;
  /** Who published the version. */
  publisher: { id: string; name: string } | null;
  /** Hosts that vetting saw it speak to, in code, commands and instructions. */
  hosts: readonly string[] | null;
  /** Whether it touches each; null where nobody says, and vetting saw nothing. */
  access: Readonly<Record<AccessKind, boolean | null>>;
  publishedAt: Date | null;
  license: string | null;
  priceLamports: bigint | null;
  /** What vetting found; null where it has not ended. */
  findings: readonly { code: string; severity: Severity }[] | null;
}

/** Why a rule refuses a version. */
export interface Refusal {
  rule: PolicyRule;
  /** What the policy asks for. */
  asked: string;
  found: string;
  /** The market does not say what the rule needs. */
  isUnknown: boolean;
  /** What to do. */
  remedy: string;
}

/** What was found that a rule refuses, in words; `null`: it is not known. Undefined: the rule is kept. */
type Found = string | null | undefined;
type Rules = {
  [Rule in PolicyRule]: {
    asked: (value: NonNullable<Policy[Rule]>) => string;
    found: (value: NonNullable<Policy[Rule]>, facts: VersionFacts, now: Date) => Found;
    remedy: string;
  };
};

const DAY_MS = 86_400_000;
const STATES = { Unverified: "unverified", Optimistic: "optimistic", Audited: "audited" } as const;
const list = (values: readonly string[]) => values.join(", ");
/** Equal or refused, for what is null when it is not known. */
const among = <T>(value: T | null, isAllowed: (value: T) => boolean, found: (value: T) => string): Found =>
  value === null ? null : isAllowed(value) ? undefined : found(value);

const JUDGED: Rules = {
  leastAudit: {
    asked: (least) => `${least} or higher`,
    found: (least, { auditState }) =>
      least === "unverified"
        ? undefined
        : among(
            auditState,
            (state) => LEAST_AUDITS.indexOf(STATES[state]) >= LEAST_AUDITS.indexOf(least),
            (state) => state,
          ),
    remedy: "choose a version with a higher state, or ask its publisher to have it audited",
  },
  trustedVerifiers: {
    asked: (wallets) => `sealed by ${list(wallets)}`,
    found: (wallets, { verifiers }) =>
      among(
        verifiers,
        (found) => found.some((wallet) => wallets.includes(wallet)),
        (found) => (found.length === 0 ? "no seal in force" : `sealed by ${list(found)}`),
      ),
    remedy: "choose a version that one of them has sealed, or ask one of them to audit it",
  },
  trustedPublishers: {
    asked: list,
    found: (trusted, { publisher }) =>
      among(
        publisher,
        ({ id, name }) => trusted.includes(id) || trusted.includes(name),
        ({ id, name }) => `${name} (${id})`,
      ),
    remedy: "choose a skill of one of them, or add the publisher to the policy",
  },
  deniedHosts: {
    asked: (patterns) => `none of ${list(patterns)}`,
    found: (patterns, { hosts }) =>
      among(
        hosts,
        (seen) => !seen.some((host) => isDenied(host, patterns)),
        (seen) => list(seen.filter((host) => isDenied(host, patterns))),
      ),
    remedy: "choose a skill that does not speak to it",
  },
  deniedPermissions: {
    asked: (kinds) => `none of ${list(kinds)}`,
    found: (kinds, { access }) => {
      const touched = kinds.filter((kind) => access[kind] === true);
      if (touched.length > 0) return list(touched);
      return kinds.some((kind) => access[kind] === null) ? null : undefined;
    },
    remedy: "choose a skill that declares that it does without",
  },
  leastAgeDays: {
    asked: (days) => `published ${days === 1 ? "1 day" : `${days} days`} ago or earlier`,
    found: (days, { publishedAt }, now) =>
      among(
        publishedAt,
        (at) => now.getTime() - at.getTime() >= days * DAY_MS,
        (at) => `published ${at.toISOString()}`,
      ),
    remedy: "wait, or choose an older version by its number",
  },
  allowedLicenses: {
    asked: list,
    found: (allowed, { license }) =>
      among(
        license,
        (text) => allowed.some((each) => each.toLowerCase() === text.trim().toLowerCase()),
        (text) => text.slice(0, 200).toWellFormed(),
      ),
    remedy: "choose a skill with one of these licenses, or add its license to the policy",
  },
  priceCeilingLamports: {
    asked: (most) => `${most} lamports a call at most`,
    found: (most, { priceLamports }) =>
      among(
        priceLamports,
        (price) => price <= BigInt(most),
        (price) => `${price} lamports`,
      ),
    remedy: "choose a cheaper skill, or raise the ceiling in the policy",
  },
  severityCeiling: {
    asked: (most) => (most === "none" ? "no finding" : `no finding graver than ${most}`),
    found: (most, { findings }) =>
      among(
        findings,
        (all) => !all.some(({ severity }) => isGraver(severity, most)),
        (all) => {
          const graver = all.filter(({ severity }) => isGraver(severity, most));
          const first = graver.slice(0, MOST_NAMED).map(({ code, severity }) => `${code} (${severity})`);
          return graver.length > MOST_NAMED
            ? `${list(first)} and ${graver.length - MOST_NAMED} more`
            : list(first);
        },
      ),
    remedy: "read the findings on the security page of the version, and choose another version or skill",
  },
};

/** Findings that one refusal names. */
const MOST_NAMED = 3;

const isDenied = (host: string, patterns: readonly string[]) =>
  patterns.some((pattern) => matchesHost(pattern, host));

const isGraver = (severity: Severity, most: (typeof SEVERITY_CEILINGS)[number]) =>
  SEVERITY_CEILINGS.indexOf(severity) > SEVERITY_CEILINGS.indexOf(most);

/**
 * Every rule of a policy that refuses a version, in the order of `POLICY_RULES`; none where it may be used. A rule whose
 * facts are not known refuses: nobody has said that it is kept.
 */
export function judge(policy: Policy, facts: VersionFacts, now: Date): Refusal[] {
  return POLICY_RULES.flatMap((rule) => {
    const value = policy[rule];
    return value === undefined ? [] : judgeRule(rule, value, JUDGED[rule], { facts, now });
  });
}

function judgeRule<Rule extends PolicyRule>(
  rule: Rule,
  value: NonNullable<Policy[Rule]>,
  judged: Rules[Rule],
  { facts, now }: { facts: VersionFacts; now: Date },
): Refusal[] {
  const found = judged.found(value, facts, now);
  if (found === undefined) return [];
  return [
    {
      rule,
      asked: judged.asked(value),
      found: found ?? "unknown: the market does not say",
      isUnknown: found === null,
      remedy: judged.remedy,
    },
  ];
}

/** A refusal as a sentence, behind the name of whose policy it is. */
export const describeRefusal = (
  { rule, asked, found, remedy }: Pick<Refusal, "rule" | "asked" | "found" | "remedy">,
  source: string,
): string => `refused by ${rule} of ${source}: asked is ${asked}, found is ${found}; ${remedy}`;

/**
 * Whether a version touches each kind of thing: true where it says so or vetting saw it undeclared, false where it says
 * that it does not and nothing else was seen, null where nobody says.
 */
export function accessOf(
  stated: Readonly<{
    network: boolean | null;
    filesystem: boolean | null;
    subprocess: boolean | null;
    envVars: readonly string[] | null;
  }>,
  findings: readonly Pick<Finding, "code" | "message">[],
): VersionFacts["access"] {
  const seen = countUndeclared(findings);
  const of = (kind: AccessKind, declared: boolean | null) => (seen[kind] > 0 ? true : declared);
  return {
    network: of("network", stated.network),
    filesystem: of("filesystem", stated.filesystem),
    subprocess: of("subprocess", stated.subprocess),
    secrets: of("secrets", stated.envVars && stated.envVars.length > 0),
  };
}

/** The hosts of what vetting saw; null where there is no picture, or it is full and others may be left out. */
export const hostsOf = (
  picture: { contacts: readonly Pick<Picture["contacts"][number], "host">[] } | null,
): VersionFacts["hosts"] =>
  picture === null || picture.contacts.length >= MOST_DRAWN ? null : picture.contacts.map(({ host }) => host);
