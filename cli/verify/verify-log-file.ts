import { verifyLog, type PublishedEntry } from "@/lib/log/transparency/verify-log";
import { findCosignature, parseWitnessKey } from "@/lib/log/transparency/cosignature";
import { createMarketClient } from "@/client";
import { InputError, UsageError, type CommandContext } from "../command";
import { ask } from "../install/market";
import { readInput, readJson } from "../read-input";
import { readPublicKey, type FileVerdict } from "./signed-file";

const MAX_PAGES = 10_000;
/** Of all pages together; a log is held in memory as a whole. */
const MAX_CHARACTERS = 512 * 1024 * 1024;

interface Log {
  checkpoint: string;
  entries: PublishedEntry[];
}

/**
 * Verifies a whole log, from a file with the answer of GET /v1/log/entries or from a market itself: every entry is
 * hashed again, and the checkpoint's signature covers the root that comes out. With `witness` somebody else must have
 * cosigned it; `checkpoint` is a file with a cosigned one, where the log itself does not carry it.
 *
 * @throws InputError when it cannot be read.
 */
export async function verifyLogFile(
  {
    source,
    key,
    witness: witnessKey,
    checkpoint: given,
  }: { source: string; key: string; witness?: string | undefined; checkpoint?: string | undefined },
  context: CommandContext,
): Promise<FileVerdict> {
  const keyId = await readPublicKey(key, context.cwd);
  const log = /^https?:\/\//.test(source)
    ? await fetchLog(source)
    : toLog(await readJson(source, context), source);
  const checkpoint =
    given === undefined ? log.checkpoint : (await readInput(given, context)).toString("utf8");
  const verdict = verifyLog({ ...log, checkpoint }, keyId);
  if (!verdict.ok) return { ok: false, reason: explain(verdict) };
  const witnessed = witnessKey === undefined ? null : findWitnessed(checkpoint, witnessKey);
  if (witnessed === undefined) return { ok: false, reason: "the checkpoint is not cosigned by this witness" };
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
      ...(witnessed ? [`witnessed ${witnessed.at.toISOString()} by ${witnessed.name}`] : []),
    ],
  };
}

/** The witness's word for a checkpoint, undefined without it. Throws a UsageError for a key that is none. */
function findWitnessed(checkpoint: string, witnessKey: string): { name: string; at: Date } | undefined {
  const witness = parseWitnessKey(witnessKey);
  if (!witness) throw new UsageError("--witness is a verifier key: NAME+HASH+KEY, of a witness");
  const at = findCosignature(checkpoint, witness);
  return at === null ? undefined : { name: witness.name, at };
}

function explain(verdict: Exclude<ReturnType<typeof verifyLog>, { ok: true }>): string {
  switch (verdict.reason) {
    case "checkpoint_not_signed":
      return "the checkpoint is not signed with this key";
    case "entries_missing":
      return "the checkpoint covers more entries than were given; provide all of them";
    case "entry_missing":
      return `entry ${verdict.seq} is missing or not in its place`;
    case "entry_changed":
      return `entry ${verdict.seq} was changed: its text does not have its hash`;
    case "root_differs":
      return "the entries do not produce the signed root: at least one was changed, added or moved";
  }
}

/** Later pages may see a longer log; the first checkpoint is the one the entries are held against. */
async function fetchLog(source: string): Promise<Log> {
  const market = createMarketClient({ market: source });
  const entries: PublishedEntry[] = [];
  let [start, characters]: [number, number] = [0, 0];
  for (let [page, checkpoint] = [0, ""]; page < MAX_PAGES; page++) {
    const answer = await ask(market.logEntries(start));
    if (page === 0) ({ checkpoint } = answer);
    for (const { seq, body, leaf_hash: leafHash } of answer.entries) {
      characters += body.length;
      entries.push({ seq, body, leafHash });
    }
    if (answer.next === null) return { checkpoint, entries };
    if (answer.next <= start || characters > MAX_CHARACTERS) break;
    start = answer.next;
  }
  throw new InputError(`${source}: the log has no end`);
}

function toLog(value: unknown, source: string): Log {
  const { checkpoint, entries } = (value ?? {}) as Record<string, unknown>;
  if (typeof checkpoint !== "string" || !Array.isArray(entries))
    throw new InputError(`${source}: is not a log: checkpoint and entries are expected`);
  return { checkpoint, entries: entries.map(toEntry) };
}

function toEntry(value: unknown): PublishedEntry {
  const { seq, body, leaf_hash: leafHash } = (value ?? {}) as Record<string, unknown>;
  return {
    seq: typeof seq === "number" ? seq : -1,
    body: typeof body === "string" ? body : "",
    leafHash: typeof leafHash === "string" ? leafHash : "",
  };
}
