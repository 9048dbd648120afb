import { mkdir } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { createMarketClient } from "@/client";
import { openPolicy } from "@/lib/identity/policies/policy-statement";
import type { AccountPolicy, Policy } from "@/lib/vetting/policy/policy";
import { InputError, type CommandContext } from "../command";
import { replaceFile } from "../files";
import { ask, findKeyOf } from "../install/market";
import { readInput, unreadable } from "../read-input";

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
export async function fetchAccountPolicy(
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
