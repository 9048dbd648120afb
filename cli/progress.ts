import type { Output } from "./command";

const REDRAW_MS = 100;
const LINE_EVERY = 1000;

/** Counts on stderr: a line that is redrawn for a person, one line for every thousand in a log. */
export interface Progress {
  tick(): void;
  /** Takes the line away before something else is printed. */
  clear(): void;
}

/** `noun` follows the number: "120 skills checked". */
export function startProgress(output: Output, noun: string): Progress {
  let count = 0;
  let drawnAt = 0;
  let visible = false;
  return {
    tick() {
      count += 1;
      if (output.isTTY !== true) {
        if (count % LINE_EVERY === 0) output.write(`${count} ${noun}\n`);
      } else if (performance.now() - drawnAt >= REDRAW_MS) {
        drawnAt = performance.now();
        visible = true;
        output.write(`\r\u001B[K${count} ${noun}`);
      }
    },
    clear() {
      if (visible) output.write("\r\u001B[K");
      visible = false;
    },
  };
}
