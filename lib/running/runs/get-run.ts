import { errorOutputOf } from "@/lib/running/runs/error-output";
import { database } from "@/lib/db/client";
import { DAY_MS } from "@/lib/kernel/clock";
import { DomainError } from "@/lib/kernel/errors";
import { ownToken } from "@/lib/platform/config/own-token";
import { isSameSecret } from "@/lib/kernel/digest";
import { isStorableText } from "@/lib/running/contract/json-text";
import {
  findRun,
  type FinishedRun,
  type RunRow,
  findQuoteOfRun,
  findPaidRun,
  findRunTexts,
} from "@/lib/running/runs/runs-repository";

/** One run. Who may see it is the caller's to check (`assertAccess`). Throws RUN_NOT_FOUND. */
export async function getRun(runId: string): Promise<RunView> {
  const row = isStorableText(runId) ? await findRun(database(), runId) : null;
  if (!row) throw new DomainError("RUN_NOT_FOUND", "There is no run with this id.");
  return toRunView(row);
}

/** A run as its caller may see it. */
export interface RunView {
  id: string;
  skill: string;
  version: string;
  state: "RUNNING" | "DONE" | "FAILED";
  output: unknown;
  fault: string | null;
  failure: string | null;
  /** The end of what it wrote to its error output, where it failed on the skill's or the caller's side (`errorOutputOf`). */
  errorOutput: string | null;
  wallMs: number | null;
  receiptId: string | null;
  startedAt: string;
  finishedAt: string | null;
  /** Since when what came out is no longer kept, by which `output` is null; null as long as it is. */
  clearedAt: string | null;
}

/** What is said where the output would be. */
export const OUTPUT_NOT_STORED =
  "The call was made. Its output is no longer kept; the receipt has the digests of input and output.";

function toRunView({ slug, startedAt, finishedAt, clearedAt, stderrTail, ...row }: RunRow): RunView {
  return {
    ...row,
    errorOutput: errorOutputOf({ ...row, stderrTail }),
    skill: slug,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    clearedAt: clearedAt?.toISOString() ?? null,
  };
}

interface MadeRun {
  id: string;
  version: { slug: string; version: string };
  startedAt: Date;
  receiptId?: string | null;
}

/** The view of a run that has just been recorded, without reading it back. */
export function toFinishedView(
  { id, version, startedAt, receiptId = null }: MadeRun,
  end: FinishedRun,
): RunView {
  const { state, output, fault, failure, stderrTail, wallMs, finishedAt } = end;
  const { slug } = version;
  const made = { id, slug, version: version.version, startedAt, receiptId, clearedAt: null };
  return toRunView({ ...made, state, output, fault, failure, stderrTail, wallMs, finishedAt });
}

/**
 * Throws PERMISSION_DENIED unless `token` opens the run: its own, or that of the quote it was paid by. Whoever is told
 * that a paid call is being made, or was made, knows the run by its id and holds the token of the quote.
 */
export async function assertRunAccess(runId: string, token: string | undefined): Promise<void> {
  if (opens(runId, token)) return;
  const quoteId = token === undefined ? null : await findQuoteOfRun(database(), runId);
  assertAccess(quoteId ?? runId, token);
}

const PURPOSE = "emporion access token v1";

/**
 * The token that opens one quote or run to whoever asked for it. A quote's id is public on the chain (it is the
 * memo of the payment), so the id alone opens nothing. Derived, not stored: asking again for the same quote gives
 * the same token.
 */
export const accessTokenFor = (id: string): string => ownToken(PURPOSE, id);

/** True for the token that belongs to `id`. */
function opens(id: string, token: string | undefined): boolean {
  return isSameSecret(token ?? "", accessTokenFor(id));
}

/** Throws PERMISSION_DENIED unless `token` is the one that belongs to `id`. */
export function assertAccess(id: string, token: string | undefined): void {
  if (opens(id, token)) return;
  throw new DomainError(
    "PERMISSION_DENIED",
    !token
      ? "Send the access token you were given, in the header X-Access-Token."
      : "X-Access-Token holds the access token of something else: each quote and each run has its own.",
  );
}

/** So long what went in and came out of a paid call is promised to its payer; its rows are emptied a few days later. */
const TEXTS_PROMISED_DAYS = 30;

/**
 * What went in and came out of a paid call, as far as a reader may see it. `closed`: the reader has not shown to be the
 * payer. `ended`: the texts are stored no more, and nobody sees them.
 */
export type RunTexts =
  | { state: "shown"; input: unknown; output: unknown; until: Date }
  | { state: "closed"; until: Date }
  | { state: "ended"; since: Date };

/** Who asks for the texts of a run: the account that is signed in, and an access token; null for none. */
export interface TextsReader {
  accountId: string | null;
  token: string | null;
}

/**
 * The texts of a paid call, for the account that has the paying wallet and for whoever has the access token of the run
 * or of its quote. Throws RUN_NOT_FOUND for a run that was not paid for, PERMISSION_DENIED for a token of something else.
 */
export async function getRunTexts(runId: string, { accountId, token }: TextsReader): Promise<RunTexts> {
  const run = await findPaidRun(database(), runId, accountId);
  if (!run) throw new DomainError("RUN_NOT_FOUND", "There is no paid run with this id.");
  if (token !== null) await assertRunAccess(runId, token);
  if (run.clearedAt) return { state: "ended", since: run.clearedAt };
  const until = new Date(run.startedAt.getTime() + TEXTS_PROMISED_DAYS * DAY_MS);
  if (!run.isPayer && token === null) return { state: "closed", until };
  const texts = await findRunTexts(database(), runId);
  return { state: "shown", input: texts?.input ?? null, output: texts?.output ?? null, until };
}
