import { createMarketClient, MarketError, type MarketClient } from "@/client";
import { InputError, UsageError, type CommandContext } from "../command";

const MARKET_OF_THIS_MACHINE = "http://127.0.0.1:3000";

/**
 * The market a command talks to: its option, the environment, the one that served this program, or that of this
 * machine. @throws UsageError
 */
export function openMarket(given: string | undefined, { env, servedBy }: CommandContext): MarketClient {
  const market = given ?? env["EMPORION_MARKET"] ?? servedBy?.() ?? MARKET_OF_THIS_MACHINE;
  const apiKey = env["EMPORION_API_KEY"];
  try {
    return createMarketClient({ market, ...(apiKey === undefined ? {} : { apiKey }) });
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
  return new InputError(`${error.message} (${error.code})${next}`);
}
