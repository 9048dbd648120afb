import { mkdir } from "node:fs/promises";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { OwnSpending, SpendingLimits, SpendingStore } from "@/client";
import { parseJson } from "@/lib/kernel/json/parse-json";
import { spendingTerms } from "@/lib/payments/limits/spending-statement";
import { InputError, type CommandContext } from "./command";
import { isThere, replaceFile } from "./files";
import { homeOf } from "./install/find-project";
import { whileLocked } from "./lock-place";
import { readAtMost } from "./read-input";

/** Thousands of payments fit; the library adds up the older ones long before. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Each process has the file for some milliseconds. */
const WAIT = { retries: 600, factor: 1, minTimeout: 50, maxTimeout: 50, randomize: true };

const signedPayment = z.strictObject({
  at: z.iso.datetime(),
  market: z.string().max(2_000),
  skill: z.string().max(100),
  skillId: z.string().max(2_200),
  publisherId: z.string().max(100).nullable(),
  lamports: z.string().regex(/^\d{1,20}$/),
});

/**
 * `~/.emporion/spending/ADDRESS.json`: the limits that a wallet has signed last, for whichever market, and what it has
 * signed since. Other programs of the same user keep to it too.
 */
const spendingFile = z.strictObject({
  version: z.literal(1),
  limits: spendingTerms.nullable(),
  signed: z.array(signedPayment),
});
export type StoredSpending = z.infer<typeof spendingFile>;

const fileOf = (address: string, context: CommandContext): string | null => {
  const home = homeOf(context);
  return home === null ? null : path.join(home, ".emporion", "spending", `${address}.json`);
};

/**
 * What this user keeps of a wallet; null where nothing is kept.
 *
 * @throws InputError for a file that cannot be read to its end: it must not pass for none.
 */
export async function readSpending(address: string, context: CommandContext): Promise<StoredSpending | null> {
  const file = fileOf(address, context);
  return file === null ? null : ((await readStored(file))?.kept ?? null);
}

async function readStored(file: string): Promise<{ kept: StoredSpending; bytes: Buffer } | null> {
  if (!(await isThere(file))) return null;
  const bytes = await readAtMost(file, MAX_BYTES);
  const read = bytes.length > MAX_BYTES ? null : spendingFile.safeParse(parseJson(bytes.toString("utf8")));
  if (read?.success) return { kept: read.data, bytes };
  throw new InputError(
    `${file}: not what emporion keeps of a wallet; nothing is signed until it is mended or removed`,
  );
}

/** The limits of a wallet that this user keeps, for the library; null where there are none. @throws InputError */
export async function openOwnSpending(address: string, context: CommandContext): Promise<OwnSpending | null> {
  const limits = (await readSpending(address, context))?.limits ?? null;
  if (limits === null) return null;
  const change: SpendingStore["change"] = (of, sign) =>
    changeSpending(of, context, (kept) => {
      if (!isDeepStrictEqual(kept?.limits, limits))
        throw new InputError(
          `the limits of ${of} were changed meanwhile; nothing was signed, run this again`,
        );
      return { version: 1, limits, signed: [...sign(kept?.signed ?? [])] };
    });
  return { limits, now: () => context.clock.now(), store: { change } };
}

/** Keeps these limits from now on, or with null none; what was signed stays. @throws InputError */
export const keepLimits = (address: string, limits: SpendingLimits | null, context: CommandContext) =>
  changeSpending(address, context, (kept) => ({ version: 1, limits, signed: kept?.signed ?? [] }));

/** Reads the file and puts what becomes of it in its place, while no other process does. */
async function changeSpending(
  address: string,
  context: CommandContext,
  change: (stored: StoredSpending | null) => StoredSpending,
): Promise<void> {
  const file = fileOf(address, context);
  if (file === null) throw new InputError("limits of spending need a home directory: set HOME");
  const directory = path.dirname(file);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const busy = `another program is signing with ${address}; run this again when it is done`;
  await whileLocked(directory, { mark: `${file}.busy`, busy, wait: WAIT }, async () => {
    const before = await readStored(file);
    const after = `${JSON.stringify(change(before?.kept ?? null), null, 1)}\n`;
    await replaceFile(file, after, before?.bytes ?? null);
  });
}
