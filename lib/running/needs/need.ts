import type { IssueCode } from "@/lib/skill-format/issues/issue-codes";

/** What a script asks for that the sandbox may lack. */
export interface Need {
  code: Extract<IssueCode, "CALL_MODULE" | "CALL_PROGRAM" | "CALL_SYNTAX" | "CALL_FOLDER" | "CALL_CONNECTS">;
  /** A module, program, folder or piece of syntax. */
  name: string;
  /** File of the package, and its line from 1. */
  file: string;
  line: number;
  /** Every run comes to it, so that no call can succeed. Otherwise only a run can tell. */
  sure: boolean;
}

/** A module that a script imports. */
export interface Import {
  /** As written: `lib.parse`, `.parse`, `./parse.mjs`, `lodash`. */
  name: string;
  /** Names taken out of it, which may be modules of a Python package; none elsewhere. */
  members: string[];
  line: number;
  /**
   * `always`: nothing can keep a run from it. `sometimes`: within a function or a condition. `guarded`: the script goes
   * on without it.
   */
  when: "always" | "sometimes" | "guarded";
}

/** One script as far as calls depend on it. */
export interface ReadScript {
  imports: Import[];
  needs: Omit<Need, "file">[];
  /** It changes where modules are looked for: any folder of the package may be one. */
  changesPath: boolean;
  /** It makes modules itself, so that nothing follows from one that is not there. */
  makesModules: boolean;
}

/** Lines of a text by offset, for ascending and other offsets alike. */
export function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
