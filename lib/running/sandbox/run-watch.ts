import { isUtf8 } from "node:buffer";
import type { KillReason, LaunchedRun } from "@/lib/running/runners/skill-runner";
import { READY, WAITING } from "@/lib/running/sandbox/launcher";
import { LIMITS } from "@/lib/running/sandbox/limits";

/** One job as every sandbox is given it. */
export interface PackedJob {
  readonly archive: Uint8Array;
  readonly timeoutMs: number;
  /** Any of them ends the run. */
  readonly signals: readonly AbortSignal[];
  /** When the clock of the run began, as `performance.now()`; left out: when it is watched. */
  readonly startedAtMs?: number;
}

const STDERR_TAIL_BYTES = 8 * 1024;
const LAUNCHED = Buffer.from(WAITING + READY);

/**
 * Watches one run from outside, whatever runs it: its time, whoever may end it, and how much it writes. `kill` is called
 * each time that one of them ends the run; the first reason is the one that is told.
 */
export class RunWatch {
  readonly #startedAtMs: number;
  readonly #kill: () => void;
  readonly #timer: NodeJS.Timeout;
  readonly #signals: readonly AbortSignal[];
  readonly #cancel = () => this.end("cancelled");
  readonly #written = { stdout: 0, stderr: 0 };
  readonly #stdout: Buffer[] = [];
  /** Where the launcher has no channel of its own, it speaks first on standard error. */
  readonly #launcherBytes: number;
  #launcher = Buffer.alloc(0);
  #stderrTail = Buffer.alloc(0);
  #killedBy: KillReason | null = null;
  #peakRssBytes = 0;

  constructor(
    { timeoutMs, signals, startedAtMs = performance.now() }: Omit<PackedJob, "archive">,
    kill: () => void,
    { launcherOn }: { launcherOn: "stderr" | "channel" },
  ) {
    this.#kill = kill;
    this.#launcherBytes = launcherOn === "stderr" ? LAUNCHED.length : 0;
    this.#startedAtMs = startedAtMs;
    const leftMs = Math.max(0, startedAtMs + timeoutMs - performance.now());
    this.#timer = setTimeout(() => this.end("timeout"), leftMs);
    this.#signals = signals;
    for (const signal of signals) signal.addEventListener("abort", this.#cancel, { once: true });
    if (signals.some(({ aborted }) => aborted)) this.#cancel();
  }

  end(reason: KillReason): void {
    this.#killedBy ??= reason;
    this.#kill();
  }

  /** The run has written this. Only so much of it is kept as may be told. */
  write(stream: "stdout" | "stderr", bytes: Buffer): void {
    this.#written[stream] += bytes.length;
    if (this.#written[stream] > LIMITS[`${stream}Bytes`]) return this.end(`${stream}_limit`);
    // A copy: what was read may be a small part of a large piece of memory.
    if (stream === "stdout") return void this.#stdout.push(Buffer.from(bytes));
    const missing = this.#launcherBytes - this.#launcher.length;
    this.#launcher = Buffer.concat([this.#launcher, bytes.subarray(0, missing)]);
    this.#stderrTail = Buffer.concat([this.#stderrTail, bytes.subarray(missing)]).subarray(
      -STDERR_TAIL_BYTES,
    );
  }

  /** Its processes hold this much memory now. */
  holds(rssBytes: number): void {
    this.#peakRssBytes = Math.max(this.#peakRssBytes, rssBytes);
  }

  /** How it ended; `status` is what the launcher said on a channel of its own. */
  ended(exitCode: number | null, status?: { started: boolean; complaint: string }): LaunchedRun {
    const started = status?.started ?? this.#launcher.equals(LAUNCHED);
    const said = started ? [] : [Buffer.from(status?.complaint ?? ""), this.#launcher];
    const stdout = Buffer.concat(this.#stdout);
    return {
      started,
      exitCode: this.#killedBy === null ? exitCode : null,
      killedBy: this.#killedBy,
      stdout: stdout.toString("utf8"),
      notUtf8: !isUtf8(stdout),
      // A database text cannot hold U+0000.
      stderrTail: Buffer.concat([...said, this.#stderrTail])
        .toString("utf8")
        .replaceAll("\0", "\uFFFD"),
      wallMs: Math.round(performance.now() - this.#startedAtMs),
      peakRssBytes: this.#peakRssBytes,
    };
  }

  /** To be called whatever became of the run. */
  stop(): void {
    clearTimeout(this.#timer);
    for (const signal of this.#signals) signal.removeEventListener("abort", this.#cancel);
  }
}
