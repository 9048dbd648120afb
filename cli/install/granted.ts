import { z } from "zod";
import type { FoundSkill } from "@/client";
import { hostsOf, listFirst, readSaid, type Declared } from "./facts";

const MOST = 1_000;
const words = z.array(z.string().max(1_000)).max(MOST);
const stated = z.boolean().nullable();

/**
 * What was shown of a version before it was installed. The lock file keeps it, so that an update can say what it widens
 * without asking anybody.
 */
export const grantedSchema = z.strictObject({
  network: stated,
  filesystem: stated,
  subprocess: stated,
  /** Variables of the environment; null where they are not declared. */
  envVars: words.nullable(),
  allowedTools: words,
  /** Hosts that vetting has seen; null where the market did not say. */
  hosts: words.nullable(),
  audit: z.enum(["Unverified", "Optimistic", "Audited"]),
  /** Of a call, in lamports. */
  price: z.string().regex(/^\d{1,20}$/),
});

export type Granted = z.infer<typeof grantedSchema>;

/** Sorted, and no more than a lock file may hold. */
const few = (list: readonly string[]) =>
  [...new Set(list)]
    .toSorted()
    .slice(0, MOST)
    .map((text) => text.slice(0, 1_000));

export function grant(declared: Declared, details: FoundSkill): Granted {
  const { network, filesystem, subprocess, envVars, allowedTools } = declared;
  const hosts = hostsOf(readSaid(details));
  return {
    network,
    filesystem,
    subprocess,
    envVars: envVars && few(envVars),
    allowedTools: few(allowedTools),
    hosts: hosts && few(hosts),
    audit: details.audit_state,
    price: details.price_lamports,
  };
}

/** What a market says of a version that is installed, where the lock file does not: it was written by an older command. */
export function grantSaid(details: FoundSkill): Granted {
  const told = saidOfDeclared.safeParse(details).data;
  const permissions = told?.permissions;
  return grant(
    {
      network: permissions?.network ?? null,
      filesystem: permissions?.filesystem ?? null,
      subprocess: permissions?.subprocess ?? null,
      envVars: permissions?.env_vars ?? null,
      allowedTools: told?.declared.allowed_tools ?? [],
      license: null,
      compatibility: null,
    },
    details,
  );
}

const saidOfDeclared = z.object({
  permissions: z.object({
    network: stated,
    filesystem: stated,
    subprocess: stated,
    env_vars: words.nullable(),
  }),
  declared: z.object({ allowed_tools: words }),
});

/** What is another in a new version, and whether it asks for more trust than the old one. */
export interface Change {
  line: string;
  widens: boolean;
}

const NAMES = { network: "network", filesystem: "files", subprocess: "programs" } as const;
const AUDITS = ["Unverified", "Optimistic", "Audited"] as const;

/** What changes from what was granted, a line each; `before` is null where nobody knows it. */
export function compareGranted(before: Granted | null, after: Granted): Change[] {
  if (before === null) return [{ line: "what the installed version was allowed is not known", widens: true }];
  const keys = ["network", "filesystem", "subprocess"] as const;
  return [
    ...keys.flatMap((key) => compareStated(NAMES[key], before[key], after[key])),
    ...compareLists("variables", before.envVars, after.envVars, "any, as none are declared"),
    ...compareLists("allowed-tools", before.allowedTools, after.allowedTools, "not known"),
    ...compareLists("hosts seen by vetting", before.hosts, after.hosts, "not known"),
    ...compareAudit(before.audit, after.audit),
    ...comparePrice(before.price, after.price),
  ];
}

export const describeStated = (value: boolean | null): string =>
  value === null ? "not declared" : value ? "yes" : "no";

/** What is not declared may be done: only "no" promises something. */
function compareStated(name: string, before: boolean | null, after: boolean | null): Change[] {
  if (before === after) return [];
  return [
    { line: `${name}: ${describeStated(before)} -> ${describeStated(after)}`, widens: before === false },
  ];
}

/** `nothing` says what no list means; only where it means "any" does a list take less. */
function compareLists(
  name: string,
  before: readonly string[] | null,
  after: readonly string[] | null,
  nothing: "any, as none are declared" | "not known",
): Change[] {
  if (before === null && after === null) return [];
  const tell = (list: readonly string[] | null) => (list === null ? nothing : listFirst(list) || "none");
  if (before === null || after === null) {
    const isNone = after !== null && after.length === 0;
    const widens = after === null || (nothing === "not known" && !isNone);
    return [{ line: `${name}: ${tell(before)} -> ${tell(after)}`, widens }];
  }
  const more = after.filter((each) => !before.includes(each));
  const less = before.filter((each) => !after.includes(each));
  return [
    ...(more.length > 0 ? [{ line: `${name}: new: ${listFirst(more)}`, widens: true }] : []),
    ...(less.length > 0 ? [{ line: `${name}: no longer: ${listFirst(less)}`, widens: false }] : []),
  ];
}

function compareAudit(before: Granted["audit"], after: Granted["audit"]): Change[] {
  if (before === after) return [];
  const widens = AUDITS.indexOf(after) < AUDITS.indexOf(before);
  return [{ line: `audit: ${before} -> ${after}`, widens }];
}

function comparePrice(before: string, after: string): Change[] {
  if (BigInt(before) === BigInt(after)) return [];
  return [
    { line: `price of a call: ${before} -> ${after} lamports`, widens: BigInt(after) > BigInt(before) },
  ];
}
