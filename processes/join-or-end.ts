import { setTimeout as sleep } from "node:timers/promises";
import { assertStoreIsTheMarkets } from "@/lib/duties/joining/assert-store";
import { joinMarket } from "@/lib/duties/joining/join-market";
import { findOutage } from "@/lib/kernel/outage";
import { logger } from "@/lib/kernel/observability/logger";

const PAUSE_MS = 2_000;
const LOOK_AGAIN_MS = 5_000;

/**
 * Waits until the database has said that this process belongs to its market. Ends it with a sentence if it does not:
 * what it would sign, sell or store would be lost to the others. Then does what this process `needs` besides, which may
 * throw a sentence too.
 */
export async function joinOrEnd(needs?: () => Promise<void>): Promise<void> {
  for (let waited = false; ; waited = true) {
    try {
      await joinMarket();
      await joinStore();
      await needs?.();
      return;
    } catch (error) {
      if (isSentence(error)) return endWith(error.message);
      if (isUnmigrated(error))
        return endWith("The database lacks tables of this version: run npm run migrate, and start again.");
      if (findOutage(error) !== "database") throw error;
      if (!waited) logger.warn({ err: error }, "waiting for the database");
      await sleep(PAUSE_MS);
    }
  }
}

/**
 * A store that does not answer is waited for by whoever needs it, and looked at again until it does; one that answers
 * wrongly ends the process.
 */
async function joinStore(): Promise<void> {
  try {
    await assertStoreIsTheMarkets();
  } catch (error) {
    const away = findOutage(error);
    if (isSentence(error) || away === "database") throw error;
    if (away === null)
      return endWith(`The store of packages (BLOB_STORE) cannot be used: ${messageOf(error)}.`);
    logger.warn({ err: error }, "the store of packages was not checked: it does not answer");
    setTimeout(() => void joinStoreLater(), LOOK_AGAIN_MS).unref();
  }
}

/** What was away at the start may come back as another store, and what is written there is lost to the others. */
async function joinStoreLater(): Promise<void> {
  try {
    await joinStore();
  } catch (error) {
    if (isSentence(error)) return endWith(error.message);
    setTimeout(() => void joinStoreLater(), LOOK_AGAIN_MS).unref(); // the database is away, and says so itself
  }
}

const isSentence = (error: unknown): error is Error =>
  error instanceof Error && error.name === "SettingsError";
const isUnmigrated = (error: unknown) => error instanceof Error && "code" in error && error.code === "P2021";
const messageOf = (error: unknown) => (error instanceof Error ? error.message || error.name : String(error));

function endWith(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
