import { readFileSync } from "node:fs";
import path from "node:path";
import { createMarketClient, MarketError, type ClientSettings, type MarketClient } from "@/client";
import { InputError, UsageError, type CommandContext } from "../command";

const MARKET_OF_THIS_MACHINE = "http://127.0.0.1:3000";

/**
 * The market a command talks to: its option, the environment, the one that served this program, or that of this
 * machine. @throws UsageError
 */
export function openMarket(given: string | undefined, context: CommandContext): MarketClient {
  return openNamed(chooseMarket(given, context), context);
}

/**
 * A market that is named, as by a lock file. It is asked without the user's key; where it refuses a skill to everybody, and
 * EMPORION_READ_TOKEN is its own, once more with that. @throws UsageError
 */
export function openNamed(market: string, context: CommandContext): MarketClient {
  const readSecret = findSecretOf("EMPORION_READ_TOKEN", market, context);
  return open({ market, ...(readSecret === undefined ? {} : { readSecret }) });
}

/**
 * The same for what only the user's account may do: with the key of EMPORION_API_KEY. @throws UsageError also where
 * there is none, or it is of another market.
 */
export function openAccount(given: string | undefined, context: CommandContext): MarketClient {
  const { market } = openMarket(given, context);
  const apiKey = findSecret("EMPORION_API_KEY", market, context);
  if (apiKey === undefined) throw new UsageError("EMPORION_API_KEY is not set");
  return open({ market, apiKey });
}

/**
 * A secret of the environment, if it is set. It belongs to the market of EMPORION_MARKET, as both stand in one place,
 * and goes to no other, whatever a command line names. @throws UsageError where this market is another.
 */
export function findSecret(
  name: "EMPORION_API_KEY" | "EMPORION_AGENT_SECRET",
  market: string,
  { env }: CommandContext,
): string | undefined {
  const [secret, owner] = [env[name], env["EMPORION_MARKET"]];
  if (secret === undefined) return undefined;
  if (owner === undefined)
    throw new UsageError(`${name} is set without its market: set EMPORION_MARKET to the address it is from`);
  if (open({ market: owner }).market !== market)
    throw new UsageError(
      `${name} belongs to ${owner}, as EMPORION_MARKET says, and is not sent to ${market}; set both for one market`,
    );
  return secret;
}

/** The key of EMPORION_API_KEY where it belongs to this market; nothing where it belongs to another, or there is none. */
export const findKeyOf = (market: string, context: CommandContext): string | undefined =>
  findSecretOf("EMPORION_API_KEY", market, context);

function findSecretOf(
  name: "EMPORION_API_KEY" | "EMPORION_READ_TOKEN",
  market: string,
  { env }: CommandContext,
): string | undefined {
  const [secret, owner] = [env[name], env["EMPORION_MARKET"]];
  return secret !== undefined &&
    owner !== undefined &&
    open({ market: owner }).market === open({ market }).market
    ? secret
    : undefined;
}

/** The market for one upload of a job of a CI, with the right that its token was exchanged for. @throws UsageError */
export const openWithRight = (market: string, right: string): MarketClient => open({ market, apiKey: right });

const chooseMarket = (given: string | undefined, { env, servedBy }: CommandContext) =>
  given ?? env["EMPORION_MARKET"] ?? servedBy?.() ?? MARKET_OF_THIS_MACHINE;

function open(settings: ClientSettings): MarketClient {
  try {
    return createMarketClient(settings);
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
}

/** A market's answer; its refusal as a command's. @throws InputError */
export async function ask<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw toCommandError(error);
  }
}

/** What a command fails with when a market refused, or did not answer; anything else stays what it is. */
export function toCommandError(error: unknown): Error {
  if (!(error instanceof MarketError)) return error as Error;
  const next = error.code === "UNREACHABLE" ? "; start it, or correct its address" : "";
  return new InputError(`${error.message} (${error.code})${next}`, { cause: error });
}

const ARCHIVE = "/emporion.tgz";

/** What npm writes down of what it has installed. */
interface NpmLock {
  packages?: { "node_modules/emporion"?: { resolved?: unknown } };
}

/**
 * The market that npm has installed this program from, by the file that npm keeps beside it, so that
 * `npx MARKET/emporion.tgz add` names the market once. Null where npm wrote none (a checkout, a global installation) or
 * where the package came from elsewhere. `directory` is the program's own.
 */
export function findServingMarket(directory: string): string | null {
  const lock = readJson(path.join(directory, "..", ".package-lock.json")) as NpmLock | null;
  const resolved = lock?.packages?.["node_modules/emporion"]?.resolved;
  if (typeof resolved !== "string" || !/^https?:/.test(resolved) || !URL.canParse(resolved)) return null;
  const { origin, pathname } = new URL(resolved);
  return pathname.endsWith(ARCHIVE) ? origin + pathname.slice(0, -ARCHIVE.length) : null;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
