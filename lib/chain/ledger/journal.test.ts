import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { openJournal } from "@/lib/chain/ledger/journal";

const directory = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-journal-"));
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(directory, { recursive: true });
});

test("a line that a full disk takes half of is not there, and what comes after it is whole", () => {
  const { journal } = openJournal(directory);
  journal.append({ kind: "warp", slots: 1 });
  const write = fs.writeSync;
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  let asked = 0;
  vi.spyOn(fs, "writeSync").mockImplementation(((handle: number, line: Buffer, at: number | null = 0) => {
    if (asked++ > 0) throw full;
    return write(handle, line.subarray(at ?? 0, 7));
  }) as typeof fs.writeSync);
  expect(() => journal.append({ kind: "warp", slots: 2 })).toThrow("ENOSPC");
  vi.restoreAllMocks();
  journal.append({ kind: "warp", slots: 3 });
  journal.close();
  expect(openJournal(directory).entries).toEqual([
    { kind: "warp", slots: 1 },
    { kind: "warp", slots: 3 },
  ]);
});
