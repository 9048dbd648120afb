import { lstat, mkdir } from "node:fs/promises";
import path from "node:path";
import { type FoundSkill, createMarketClient } from "@/client";
import { describeRefusal, judge } from "@/lib/vetting/policy/judge";
import {
  MAX_POLICY_BYTES,
  POLICY_FILE,
  policyFileSchema,
  readPolicy,
  type AccountPolicy,
  type Policy,
  type PolicyFile,
} from "@/lib/vetting/policy/policy";
import { InputError, type CommandContext } from "../command";
import { readInput, unreadable } from "../read-input";
import { factsOfDetails } from "./facts-of-details";
import { z } from "zod";
import { openPolicy } from "@/lib/identity/policies/policy-statement";
import { replaceFile } from "../files";
import { ask, findKeyOf } from "../install/market";

/** Keys of markets as they were first seen on this machine. */
const PINS = ".config/emporion/market-keys.json";
const MAX_PINS = 1_000;
const MAX_BYTES = 256 * 1024;
const pins = z
  .record(z.url(), z.string().min(32).max(44))
  .refine((known) => Object.keys(known).length <= MAX_PINS);

/**
 * The policy of an account as its market says it at this moment, with the signature of the key that the policy file names,
 * or that was pinned when this machine first asked the market for one.
 *
 * @throws InputError where the market does not answer, the signature is another key's, or the account is called otherwise:
 * a policy that cannot be read allows nothing.
 */
async function fetchAccountPolicy(
  { market: address, name, key: named }: AccountPolicy,
  context: CommandContext,
): Promise<Policy> {
  const apiKey = findKeyOf(address, context);
  const client = createMarketClient({ market: address, ...(apiKey === undefined ? {} : { apiKey }) });
  const { market } = client;
  const whose = `the policy of ${name} at ${market}`;
  const { envelope } = await ask(client.policyOf(name));
  const pinned = named === undefined ? await readPins(context) : null;
  const key = named ?? pinned?.keys[market] ?? (await ask(client.currentKey()));
  if (key === null) throw new InputError(`${whose}: the market names no key that it signs with`);
  const signed = openPolicy(envelope, key);
  if (signed === null) {
    const from =
      named === undefined && pinned?.keys[market] !== undefined
        ? `pinned in ~/${PINS}: ask the operator whether it was replaced, and take the entry out`
        : "named for it: ask the operator which one is right";
    throw new InputError(`${whose}: is not signed by the key ${key}, ${from}`);
  }
  const { account, policy } = signed;
  if (account.name !== name && account.id !== name)
    throw new InputError(`${whose}: the account is called ${account.name} now; write that name`);
  if (pinned !== null && pinned.keys[market] === undefined) await pin(market, key, pinned);
  return policy;
}

interface Pins {
  file: string;
  keys: Record<string, string>;
  /** The bytes it was read from; null where there is none. */
  source: Uint8Array | null;
}

/** @throws InputError also where nobody has a home: a key that cannot be pinned must be named. */
async function readPins(context: CommandContext): Promise<Pins> {
  const home = context.env["HOME"] ?? context.env["USERPROFILE"]; // Windows
  if (home === undefined)
    throw new InputError(
      "HOME is not set, so no key of a market can be pinned; name its key in the policy file",
    );
  const file = path.join(home, PINS);
  const source = await readInput(file, context, MAX_BYTES).catch((error: unknown) => {
    if (error instanceof InputError && error.message.endsWith("no such file or directory")) return null;
    throw error;
  });
  if (source === null) return { file, keys: {}, source };
  const read = pins.safeParse(parse(source.toString()));
  if (!read.success)
    throw new InputError(`~/${PINS}: is not understood; remove it, and the keys are pinned anew`);
  return { file, keys: read.data, source };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function pin(market: string, key: string, { file, keys, source }: Pins): Promise<void> {
  const text = `${JSON.stringify({ ...keys, [market]: key }, null, 2)}\n`;
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await replaceFile(file, text, source);
  } catch (error) {
    throw unreadable(`~/${PINS}`, error);
  }
}

/** What stands in the help of each command that obeys policies. */
export const POLICY_HELP = `A policy says what may be installed (docs/policy.md): each ${POLICY_FILE} from
the project up to the root of its repository, ~/.config/emporion/policy.json, and
--policy FILE. A file may name accounts of markets whose policies hold too; these are
fetched, and their signature is checked. All hold: what one refuses is refused, with the
rule, the file, what was asked, what was found, and what to do. What a rule needs and the
market does not say is refused. No option turns a policy off; who may write the file
changes it.`;

/** The option of each command that obeys policies. */
export const POLICY_OPTION = { policy: { type: "string", multiple: true } } as const;

/** A policy that holds, and where it is from. */
export interface HeldPolicy {
  /** A file, or an account of a market, as a person would look for it. */
  source: string;
  policy: Policy;
}

/**
 * Every policy that holds for a project: those of its directories up to the root of its repository, the user's, those that
 * are named, and those of the accounts that any of them names. Without a repository the project's own alone: what lies above it may be anybody's.
 *
 * @throws InputError for one that cannot be read: a policy that is not understood allows nothing.
 */
export async function findPolicies(
  project: string,
  named: readonly string[],
  context: CommandContext,
): Promise<HeldPolicy[]> {
  const above = (await listDirectories(project)).map((directory) => path.join(directory, POLICY_FILE));
  const asked = named.map((file) => path.resolve(context.cwd, file));
  const user = userPolicy(context);
  const files = [...above, ...(user === null ? [] : [user]), ...asked];
  const held: HeldPolicy[] = [];
  const accounts = new Map<string, { account: AccountPolicy; source: string }>();
  for (const file of new Set(files)) {
    if (!asked.includes(file) && !(await isThere(file))) continue;
    const source = file === user ? USER_POLICY : nameOf(file, context.cwd);
    const policy = await readPolicyFile(file, source, context);
    held.push({ source, policy });
    for (const account of policy.accounts ?? []) accounts.set(JSON.stringify(account), { account, source });
  }
  for (const { account, source } of accounts.values())
    held.push({
      source: `account ${account.name} of ${account.market} (named in ${source})`,
      policy: await fetchAccountPolicy(account, context),
    });
  return held;
}

/** The project and the directories above it, up to the one that has the repository; the project alone without one. */
async function listDirectories(project: string): Promise<string[]> {
  const directories: string[] = [];
  for (let place = project; ; place = path.dirname(place)) {
    directories.push(place);
    if (await isThere(path.join(place, ".git"))) return directories;
    if (place === path.dirname(place)) return [project];
  }
}

const USER_POLICY = "~/.config/emporion/policy.json";

/** The file of the user's own policy; null where nobody has a home. */
function userPolicy({ env }: CommandContext): string | null {
  const home = env["HOME"] ?? env["USERPROFILE"]; // Windows
  return home === undefined ? null : path.resolve(USER_POLICY.replace("~", home));
}

const isThere = (file: string) =>
  lstat(file).then(
    () => true,
    () => false,
  );

/** As it is written from where the command runs; whole where that would lead far up. */
function nameOf(file: string, cwd: string): string {
  const relative = path.relative(cwd, file);
  return relative.split(path.sep).filter((part) => part === "..").length > 3 ? file : relative;
}

async function readPolicyFile(file: string, source: string, context: CommandContext): Promise<PolicyFile> {
  const bytes = await readInput(file, context, MAX_POLICY_BYTES);
  const read = readPolicy(decode(bytes, source), policyFileSchema);
  if (read.ok) return read.policy;
  throw new InputError(`${source}: ${read.message}`);
}

/** A byte order mark, which editors of Windows write, is left out. @throws InputError for what is no UTF-8. */
function decode(bytes: Uint8Array, source: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new InputError(`${source}: is not UTF-8; save it as UTF-8`);
  }
}

/** Why policies refuse a version, a sentence each, as its market describes it at this moment; none where it may be used. */
export function listRefusals(policies: readonly HeldPolicy[], details: FoundSkill, now: Date): string[] {
  if (policies.length === 0) return [];
  const facts = factsOfDetails(details);
  return policies.flatMap(({ source, policy }) =>
    judge(policy, facts, now).map(
      (refusal) => `${details.name} ${details.version}: ${describeRefusal(refusal, source)}`,
    ),
  );
}
