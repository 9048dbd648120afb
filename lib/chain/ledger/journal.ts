import fs from "node:fs";
import path from "node:path";

/** What happened, in order. Replaying it from the origin gives the same balances and the same signatures. */
export type JournalEntry =
  | { kind: "origin"; format: 1; seed: string; originMs: number; slotMs: number }
  | { kind: "transaction"; slot: number; unixSeconds: number; failed: boolean; raw: string }
  | { kind: "warp"; slots: number }
  | { kind: "rollback"; keepTransactions: number };

export interface Journal {
  /** Returns once the entry would survive a power cut. */
  append(entry: JournalEntry): void;
  /** True when an entry could be written now, which is tried. */
  isWritable(): boolean;
  close(): void;
}

/** A journal that forgets, for ledgers without a directory. */
export const forgetfulJournal: Journal = {
  append: () => undefined,
  isWritable: () => true,
  close: () => undefined,
};

const JOURNAL_FILE = "journal.jsonl";
const NEWLINE = 0x0a;
/** More than most entries, and without an end: one that is left behind is cut off. */
const PROBE = Buffer.alloc(4096, " ");

/**
 * Opens the journal of a directory and returns what it holds: one JSON object on each line. A last line without its
 * newline was being written when the machine stopped; nobody was told of it, so it is cut off. Any other damage throws.
 */
export function openJournal(directory: string): { journal: Journal; entries: JournalEntry[] } {
  fs.mkdirSync(directory, { recursive: true });
  const file = path.join(directory, JOURNAL_FILE);
  const content = fs.existsSync(file) ? fs.readFileSync(file) : Buffer.alloc(0);
  const wholeBytes = content.lastIndexOf(NEWLINE) + 1;
  const entries = content.subarray(0, wholeBytes).toString("utf8").split("\n").slice(0, -1).map(parseLine);

  const handle = fs.openSync(file, "a");
  if (wholeBytes < content.length) fs.ftruncateSync(handle, wholeBytes);
  let sizeBytes = wholeBytes;
  const append = (entry: JournalEntry) => {
    const line = Buffer.from(`${JSON.stringify(entry)}\n`);
    try {
      for (let at = 0; at < line.length;) at += fs.writeSync(handle, line, at);
      fs.fdatasyncSync(handle);
      sizeBytes += line.length;
    } catch (error) {
      // A full disk takes part of a line. What comes after it would make one damaged line of both.
      fs.ftruncateSync(handle, sizeBytes);
      throw error;
    }
  };
  const isWritable = () => {
    try {
      for (let at = 0; at < PROBE.length;) at += fs.writeSync(handle, PROBE, at);
      return true;
    } catch {
      return false;
    } finally {
      fs.ftruncateSync(handle, sizeBytes);
    }
  };
  return { journal: { append, isWritable, close: () => fs.closeSync(handle) }, entries };
}

function parseLine(line: string, index: number): JournalEntry {
  try {
    const entry = JSON.parse(line) as JournalEntry;
    if (typeof entry.kind === "string") return entry;
  } catch {
    // told below, with the line's number
  }
  throw new Error(
    `Line ${index + 1} of the ledger's journal is damaged; restore the file or remove its directory.`,
  );
}
