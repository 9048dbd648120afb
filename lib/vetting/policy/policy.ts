import { domainToASCII } from "node:url";
import { z } from "zod";
import { findJsonIssue } from "@/lib/kernel/json/find-json-issue";
import { ACCESS_KINDS } from "../access-kinds";
import { SEVERITIES } from "../finding";

/** The file of a project, of a repository, and of a user's settings. */
export const POLICY_FILE = "emporion.policy.json";

export const MAX_POLICY_BYTES = 64 * 1024;
const MAX_LISTED = 200;
const MAX_ACCOUNTS = 8;
const MAX_AGE_DAYS = 3_650;
const MAX_DEPTH = 4;

/** The lowest state first. */
export const LEAST_AUDITS = ["unverified", "optimistic", "audited"] as const;
export type LeastAudit = (typeof LEAST_AUDITS)[number];

/** The least grave first; `none`: no finding at all, not even a remark. */
export const SEVERITY_CEILINGS = ["none", ...SEVERITIES] as const;

const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).min(1).max(MAX_LISTED);
const name = z.string().regex(/^[\w-]{1,64}$/, "is not the name or id of an account");
const wallet = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, "is not the address of a wallet");

const RULES = {
  leastAudit: z
    .enum(LEAST_AUDITS)
    .describe("The version has this audit state or a higher one; unverified asks for nothing."),
  trustedVerifiers: listOf(wallet).describe(
    "Wallets of verifiers: the version is sealed by one of them, and the seal is in force.",
  ),
  trustedPublishers: listOf(name).describe(
    "User names or ids of accounts: one of them published the version. An id stays when a name changes.",
  ),
  deniedHosts: listOf(
    z
      .string()
      .max(253)
      .refine(isHostPattern, "is neither a host such as example.com nor all below one, *.example.com"),
  ).describe(
    "Hosts that vetting must not have seen the version speak to. *.example.com is every host below example.com, not itself.",
  ),
  deniedPermissions: listOf(z.enum(ACCESS_KINDS)).describe(
    "What the version must say it does not touch, and must not have been seen to touch.",
  ),
  leastAgeDays: z
    .int()
    .min(1)
    .max(MAX_AGE_DAYS)
    .describe("So many days of 24 hours have passed since the version was published."),
  allowedLicenses: listOf(z.string().min(1).max(200)).describe(
    "The version declares one of these, written the same way but for capital letters.",
  ),
  priceCeilingLamports: z
    .string()
    .regex(/^(?:0|[1-9]\d{0,19})$/, "is not lamports as digits")
    .describe("A call costs at most so many lamports, as decimal digits; 0 is free skills alone."),
  severityCeiling: z.enum(SEVERITY_CEILINGS).describe("Vetting has found nothing graver than this."),
};

export type PolicyRule = keyof typeof RULES;
/** In the order in which refusals are named. */
export const POLICY_RULES = Object.keys(RULES) as readonly PolicyRule[];

const ruleMembers = z.object(RULES).partial().shape;
const HEAD = {
  $schema: z.string().max(2_000).optional().describe("Where this schema is; editors read it."),
  policyVersion: z.literal(1).describe("Of this format."),
};

/** What a team allows of what is installed and called. A rule that is left out asks for nothing. */
export const policySchema = z.strictObject({ ...HEAD, ...ruleMembers });
export type Policy = z.infer<typeof policySchema>;

/** The policy of an account, which is fetched from its market. */
const accountPolicy = z.strictObject({
  market: z.url({ protocol: /^https?$/ }).describe("Address of the market."),
  name: name.describe("User name of the account."),
  key: wallet
    .optional()
    .describe(
      "The market's public key, base58, as GET /v1/keys names it. Without it the key that the market shows first is pinned on each machine.",
    ),
});
export type AccountPolicy = z.infer<typeof accountPolicy>;

/** A policy in a file; it may name accounts whose policies hold too. */
export const policyFileSchema = z.strictObject({
  ...HEAD,
  ...ruleMembers,
  accounts: z
    .array(accountPolicy)
    .max(MAX_ACCOUNTS)
    .optional()
    .describe("Accounts whose policy holds beside this one; what any of them refuses is refused."),
});
export type PolicyFile = z.infer<typeof policyFileSchema>;

/** Where each market has the JSON Schema of this version of the format, for editors. */
export const POLICY_SCHEMA_PATH = "/schemas/policy-1.json";

/** That schema. It cannot say that a host is one, nor that each name stands once. */
export function policyJsonSchema(): Record<string, unknown> {
  const { $schema, ...rest } = z.toJSONSchema(policyFileSchema);
  return { $schema, title: POLICY_FILE, ...rest };
}

type Read<T> = { ok: true; policy: T } | { ok: false; message: string };

/** A policy from a text that anybody may have written; else a sentence that says what is wrong, and where. */
export function readPolicy<T>(text: string, schema: z.ZodType<T>): Read<T> {
  if (Buffer.byteLength(text) > MAX_POLICY_BYTES)
    return wrong(`has more than ${MAX_POLICY_BYTES} bytes; name less in its lists`);
  const issue = findJsonIssue(text, { maxDepth: MAX_DEPTH, isKept: () => true, uniqueNames: true });
  if (issue?.kind === "too_deep") return wrong("is nested too deep for a policy");
  if (issue?.kind === "name_twice") return wrong(`has "${cut(issue.name)}" twice; keep one of them`);
  try {
    return checkPolicy(JSON.parse(text), schema);
  } catch {
    return wrong("is not JSON; commas and quotation marks are the usual places");
  }
}

function checkPolicy<T>(value: unknown, schema: z.ZodType<T>): Read<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, policy: parsed.data };
  const issue = parsed.error.issues[0];
  const place = issue?.path.join(".") ?? "";
  if (issue?.code === "unrecognized_keys")
    return wrong(
      `${place === "" ? "" : `${place}: `}"${cut(issue.keys[0] ?? "")}" is no member of a policy; take it out, or correct its spelling (${POLICY_RULES.join(", ")})`,
    );
  const what = place === "" ? "is not an object with policyVersion 1" : (issue?.message ?? "");
  return wrong(place === "" ? what : `${cut(place)}: ${what}`);
}

const wrong = (message: string) => ({ ok: false, message }) as const;
const cut = (text: string) => text.slice(0, 100).toWellFormed();

/** True for a host name or address, and for one below `*.`. */
function isHostPattern(pattern: string): boolean {
  const host = pattern.startsWith("*.") ? pattern.slice(2) : pattern;
  return toHost(host) !== "" && !/[*/:?#@\s]/.test(host);
}

/** A host as the DNS has it, so that two ways to write one are equal; empty for what is none. */
function toHost(host: string): string {
  return domainToASCII(host.replace(/\.$/, ""));
}

/** True where a host is the one that a pattern names, or below it. */
export function matchesHost(pattern: string, host: string): boolean {
  const asked = toHost(host) || host.toLowerCase();
  if (!pattern.startsWith("*.")) return asked === toHost(pattern);
  return asked.endsWith(`.${toHost(pattern.slice(2))}`);
}
