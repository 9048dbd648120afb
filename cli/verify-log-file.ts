import { verifyLog, type PublishedEntry } from "@/lib/transparency/verify-log";
import { InputError, type CommandContext } from "./command";
import { readJson } from "./read-input";
import { readPublicKey, type FileVerdict } from "./signed-file";

const REQUEST_TIMEOUT_MS = 30_000;
const MAX_PAGES = 10_000;

interface LogPage {
  checkpoint: string;
  entries: PublishedEntry[];
  next: number | null;
}

/**
 * Verifies a whole log, from a file with the answer of GET /v1/log/entries or from a market itself: every entry is hashed
 * again, and the checkpoint's signature covers the root that comes out.
 *
 * @throws InputError when it cannot be read.
 */
export async function verifyLogFile(
  { source, key }: { source: string; key: string },
  context: CommandContext,
): Promise<FileVerdict> {
  const keyId = await readPublicKey(key, context.cwd);
  const log = /^https?:\/\//.test(source)
    ? await fetchLog(source)
    : toPage(await readJson(source, context), source);
  const verdict = verifyLog(log, keyId);
  if (!verdict.ok) return { ok: false, reason: explain(verdict) };
  const { origin, size, root } = verdict.checkpoint;
  const rootText = root.toString("base64");
  return {
    ok: true,
    statement: { origin, size, root: rootText },
    lines: [
      `verified: signed by ${keyId}`,
      `log       ${origin}`,
      `entries   ${size}`,
      `root      ${rootText}`,
    ],
  };
}

function explain(verdict: Exclude<ReturnType<typeof verifyLog>, { ok: true }>): string {
  switch (verdict.reason) {
    case "checkpoint_not_signed":
      return "the checkpoint is not signed with this key";
    case "entries_missing":
      return "the checkpoint covers more entries than there are; ask for all of them";
    case "entry_missing":
      return `entry ${verdict.seq} is missing or not in its place`;
    case "entry_changed":
      return `entry ${verdict.seq} was changed: its text does not have its hash`;
    case "root_differs":
      return "the entries do not give the root that is signed: at least one was changed, added or moved";
  }
}

async function fetchLog(source: string): Promise<LogPage> {
  const entries: PublishedEntry[] = [];
  let start: number | null = 0;
  let checkpoint = "";
  for (let page = 0; start !== null; page++) {
    if (page >= MAX_PAGES) throw new InputError(`${source}: the log has no end`);
    const url: URL = new URL("/v1/log/entries", source);
    url.searchParams.set("start", String(start));
    const answer: LogPage = toPage(await fetchJson(url), source);
    // Later pages may see a longer log; the first checkpoint is the one the entries are held against.
    if (page === 0) checkpoint = answer.checkpoint;
    entries.push(...answer.entries);
    start = answer.next;
  }
  return { checkpoint, entries, next: null };
}

async function fetchJson(url: URL): Promise<unknown> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return await response.json();
  } catch (error) {
    throw new InputError(`${url.href}: ${error instanceof Error ? error.message : "no answer"}`);
  }
}

function toPage(value: unknown, source: string): LogPage {
  const { checkpoint, entries, next } = (value ?? {}) as Record<string, unknown>;
  if (typeof checkpoint !== "string" || !Array.isArray(entries))
    throw new InputError(`${source}: is no log: checkpoint and entries are expected`);
  return { checkpoint, entries: entries.map(toEntry), next: typeof next === "number" ? next : null };
}

function toEntry(value: unknown): PublishedEntry {
  const { seq, body, leaf_hash: leafHash } = (value ?? {}) as Record<string, unknown>;
  return {
    seq: typeof seq === "number" ? seq : -1,
    body: typeof body === "string" ? body : "",
    leafHash: typeof leafHash === "string" ? leafHash : "",
  };
}
