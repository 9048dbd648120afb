import { isUtf8 } from "node:buffer";
import { READY, WAITING } from "@/lib/running/bubblewrap/launcher";
import { LIMITS } from "@/lib/running/bubblewrap/limits";
import type { KillReason } from "@/lib/running/runners/skill-runner";

const STDERR_TAIL_BYTES = 8 * 1024;
const LAUNCHED = Buffer.from(WAITING + READY);

/**
 * What a run writes while it lasts. Its launcher speaks first, on standard error; `onExcess` is told when it wrote
 * too much.
 */
export class LaunchedOutput {
  readonly #stdout: Buffer[] = [];
  readonly #stderr: Buffer[] = [];
  readonly #total = { stdout: 0, stderr: 0 };
  readonly #onExcess: (reason: KillReason) => void;

  constructor(onExcess: (reason: KillReason) => void) {
    this.#onExcess = onExcess;
  }

  add(stream: "stdout" | "stderr", bytes: Buffer): void {
    this.#total[stream] += bytes.length;
    if (this.#total[stream] > LIMITS[`${stream}Bytes`]) this.#onExcess(`${stream}_limit`);
    else (stream === "stdout" ? this.#stdout : this.#stderr).push(bytes);
  }

  /** `started` is false when nothing of the skill has run; `stderrTail` then says why. */
  read(): { started: boolean; stdout: string; notUtf8: boolean; stderrTail: string } {
    const said = Buffer.concat(this.#stderr);
    const started = said.subarray(0, LAUNCHED.length).equals(LAUNCHED);
    const own = started ? said.subarray(LAUNCHED.length) : said;
    const stdout = Buffer.concat(this.#stdout);
    return {
      started,
      stdout: stdout.toString("utf8"),
      notUtf8: !isUtf8(stdout),
      // A database text cannot hold U+0000.
      stderrTail: own.subarray(-STDERR_TAIL_BYTES).toString("utf8").replaceAll("\0", "\uFFFD"),
    };
  }
}
