// What a runner of tests counted, from its reporter to the stage that started it.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

export interface Tally {
  passed: number;
  failed: number;
  files: { file: string; ms: number }[];
}

/** For a reporter: writes `{ passed, failed, files: [{ file, ms }] }` where the stage asked for it. */
export function writeTally(tally: Tally): void {
  if (process.env.TALLY) fs.writeFileSync(process.env.TALLY, JSON.stringify(tally));
}

/** A place for one tally: `environment` is for the runner, `read` gives the tally, or null if there is none. */
export function tallyPlace(): { environment: { TALLY: string }; read(): Tally | null } {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-tally-"));
  const file = path.join(directory, "tally.json");
  return {
    environment: { TALLY: file },
    read() {
      const tally = fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, "utf8")) as Tally) : null;
      fs.rmSync(directory, { recursive: true });
      return tally;
    },
  };
}
