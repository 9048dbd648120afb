import { createHash, createHmac } from "node:crypto";
import { installationSecret } from "@/lib/platform/config/own-token";
import { startOfDay } from "@/lib/kernel/clock";

/** Who is behind a search or a download, as far as counting goes. */
export interface CountedCaller {
  accountId?: string | undefined;
  /** The name in X-Agent-Author: anybody can write one, so it never counts alone. */
  agentName?: string | undefined;
  /** Address of the subscriber (`subscriberOf`). */
  address: string;
}

/** The columns that make "once per identity and UTC day" a constraint of the database. */
export interface CountedIdentity {
  identityHash: string;
  /** NULL for an account, which is proven; everybody else counts once per address too. */
  addressHash: string | null;
  /** Midnight UTC. */
  day: Date;
}

const HASH_CHARACTERS = 22;

/**
 * Who asked a question, whatever account or agent they say they are: their address, hashed with a salt of the question.
 * Rows of one question can be joined over the days, so that it is known that several asked it; those of two cannot.
 */
export const askerHash = ({ address }: CountedCaller, question: string): string =>
  hashWithSalt(address, `emporion question salt\0${question}`);

/**
 * The identity a caller is counted under: its account, else the agent it says it is, else its address. Addresses are
 * hashed with a salt of the day, so that rows of two days cannot be joined and none can be traced back; the same
 * address gives the same hash in every process of the market (docs/quality-signals.md).
 */
export function countedIdentity(caller: CountedCaller, now: Date): CountedIdentity {
  const day = startOfDay(now);
  if (caller.accountId !== undefined) {
    return { identityHash: plainHash(`account\0${caller.accountId}`), addressHash: null, day };
  }
  const addressHash = hashWithSalt(caller.address, `emporion daily salt\0${day.toISOString()}`);
  const { agentName } = caller;
  return {
    identityHash: agentName === undefined ? addressHash : plainHash(`agent\0${agentName.toLowerCase()}`),
    addressHash,
    day,
  };
}

const plainHash = (text: string) =>
  createHash("sha256").update(text).digest("base64url").slice(0, HASH_CHARACTERS);

/** `saltOf` says what the hash is for: one for each purpose, derived from the secret. */
function hashWithSalt(address: string, saltOf: string): string {
  const salt = createHmac("sha256", installationSecret()).update(saltOf).digest();
  return createHmac("sha256", salt).update(address).digest("base64url").slice(0, HASH_CHARACTERS);
}
