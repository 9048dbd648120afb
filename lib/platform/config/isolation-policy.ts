import { DomainError } from "@/lib/kernel/errors";

/** What separates a run from the machine. `userns` shares the kernel: a kernel bug could break it. */
export const ISOLATIONS = ["none", "userns", "oci-runc", "gvisor", "vm"] as const;
export type Isolation = (typeof ISOLATIONS)[number];

/** What a version is trusted with, from least to most. */
export const TRUST_LEVELS = ["sandbox", "community", "verified"] as const;
export type RunTrust = (typeof TRUST_LEVELS)[number];

/** How far each isolation keeps a skill from the machine. Namespaces share the kernel whoever makes them. */
const STRENGTH: Readonly<Record<Isolation, number>> = { none: 0, userns: 1, "oci-runc": 1, gvisor: 2, vm: 3 };

/** The weakest isolation in which versions of each trust level are run. */
export type IsolationPolicy = Readonly<Record<RunTrust, Isolation>>;

const DEFAULT_POLICY: IsolationPolicy = { sandbox: "userns", community: "userns", verified: "userns" };

/**
 * Reads `MIN_ISOLATION`: one isolation for all (`gvisor`), or some by trust level (`sandbox=gvisor,verified=userns`);
 * what is left out is `userns`. Null for anything else; `none` is no isolation to ask for.
 */
export function parseIsolationPolicy(text: string): IsolationPolicy | null {
  const policy: Record<RunTrust, Isolation> = { ...DEFAULT_POLICY };
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  for (const part of parts) {
    const [first = "", second] = part.split("=");
    const wanted = second ?? first;
    if (!isIsolation(wanted) || wanted === "none") return null;
    const levels = second === undefined ? TRUST_LEVELS : TRUST_LEVELS.filter((level) => level === first);
    if (levels.length === 0) return null;
    for (const level of levels) policy[level] = wanted;
  }
  return policy;
}

/** Throws ISOLATION_TOO_WEAK when versions of this trust level may not be run in what the runner has. */
export function assertIsolation(policy: IsolationPolicy, trust: RunTrust, found: Isolation): void {
  const wanted = policy[trust];
  if (STRENGTH[found] >= STRENGTH[wanted]) return;
  throw new DomainError(
    "ISOLATION_TOO_WEAK",
    `Skills with the trust level "${trust}" are run here in ${wanted} or stronger; this server has ${found}. Nothing was charged.`,
    { details: { trustLevel: trust, required: wanted, found } },
  );
}

const isIsolation = (text: string): text is Isolation => Object.hasOwn(STRENGTH, text);
