import { z } from "zod";
import { ISOLATIONS } from "@/lib/platform/config/isolation-policy";

/** The languages a skill may be written in. A runner says in `probe()` which of them this machine has. */
export const RUNTIMES = ["python3", "node", "bash"] as const;
export type Runtime = (typeof RUNTIMES)[number];

/** True for a language of `RUNTIMES`. */
export function isRuntime(value: unknown): value is Runtime {
  return RUNTIMES.some((runtime) => runtime === value);
}

/** What decides when a run gets its slot. */
export interface RunRequest {
  /** SHA-256 of the package, for logs and caches; the caller has checked that `files` match it. */
  readonly packageDigest: string;
  /** Wall time from start to end, the sandbox's own start included. */
  readonly timeoutMs: number;
  /**
   * Every name that who asks is known by (account, wallet), so that slots are shared among callers; their network is
   * added where the run is asked for. None for the market's own work.
   */
  readonly caller?: readonly string[];
  /** Account and wallet of who is paid for the run: their paid runs share one part of the slots. */
  readonly publisher?: readonly string[];
  readonly paid?: boolean;
  /** The quote whose payment had a slot kept for this run (`sell`). */
  readonly saleId?: string;
}

export interface RunJob extends RunRequest {
  readonly files: readonly PackageFile[];
  /** The script to start, relative to the package root. */
  readonly entryPoint: string;
  readonly runtime: Runtime;
  /** The runtime image the skill declares, `sha256:…`; compared where the runner can. */
  readonly imageDigest?: string | null;
  /** Everything the skill can read from standard input; then it is at its end. */
  readonly stdin: string;
  /** Given to the script beside its name; none where it is left out. No argument holds a NUL. */
  readonly args?: readonly string[];
  readonly signal?: AbortSignal;
}

export interface PackageFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

// What a sandbox says of itself and of a run. Read by these schemas where it comes from another machine.

const limit = z.number().nullable();

const limitsSchema = z.object({
  network: z.enum(["none", "host"]),
  /** The user a skill is on the machine itself; never 0. */
  hostUid: limit,
  seccomp: z.boolean(),
  capabilities: z.enum(["none", "inherited"]),
  memoryBy: z.enum(["rlimit+watchdog", "cgroup", "none"]),
  /** Resident memory of all processes together. */
  memoryBytes: limit,
  /** Writable memory of one process. */
  processMemoryBytes: limit,
  processes: limit,
  openFiles: limit,
  fileBytes: limit,
  temporaryBytes: limit,
  inodes: limit,
  stdoutBytes: limit,
  stderrBytes: limit,
  /** True only when a declared runtime image was compared with the one used. */
  imageEnforced: z.boolean(),
});

/** Limits of a sandbox that hold for every run. */
export type SandboxLimits = Readonly<z.infer<typeof limitsSchema>>;

const endedSchema = z.object({
  /** 128 plus the signal when the skill was ended by one; null when the run was stopped from outside. */
  exitCode: z.number().nullable(),
  /** Why it was stopped from outside. */
  killedBy: z.enum(["timeout", "memory", "inodes", "stdout_limit", "stderr_limit", "cancelled"]).nullable(),
  stdout: z.string(),
  /** What was written there is not UTF-8: `stdout` has U+FFFD for what cannot be read. */
  notUtf8: z.boolean().optional(),
  /** The last characters of standard error. */
  stderrTail: z.string(),
  wallMs: z.number(),
  /** Highest sum seen over all processes of the run; 0 when it ended before the first look, or nobody looks. */
  peakRssBytes: z.number(),
  /** It ran in a sandbox that had been started ahead. */
  warm: z.boolean().optional(),
});

/** What a sandbox tells of a run that it was asked for. */
export interface LaunchedRun extends Readonly<z.infer<typeof endedSchema>> {
  /** False when nothing of the skill has run; `stderrTail` then says why. */
  readonly started: boolean;
}

/** Why a run was ended from outside. */
export type KillReason = NonNullable<LaunchedRun["killedBy"]>;

export const outcomeSchema = endedSchema.extend({
  /** Name and version of what ran it. */
  runner: z.string(),
  isolation: z.enum(ISOLATIONS),
  /** The runtime image it ran in, by its content; null when it ran with the machine's own programs. */
  imageDigest: z.string().nullable().optional(),
  /** What was really enforced on this run, as it stands in the receipt. */
  enforced: limitsSchema.extend({ timeoutMs: z.number() }),
});

/** How a run ended. */
export type RunOutcome = Readonly<z.infer<typeof outcomeSchema>>;

const byRuntime = z.partialRecord(z.enum(RUNTIMES), z.string());

export const probeSchema = z.discriminatedUnion("ok", [
  z.object({
    ok: z.literal(true),
    isolation: z.enum(ISOLATIONS),
    limits: limitsSchema,
    /** Version of each language found here. */
    runtimes: byRuntime,
    /** Why a language is not there, with what to do. */
    unavailable: byRuntime,
    /** Digest of the runtime image of each language that has one. */
    images: byRuntime.default({}),
  }),
  z.object({ ok: z.literal(false), reason: z.string(), remedy: z.string() }),
]);

/** What a runner found when it looked at its sandbox. */
export type ProbeResult = Readonly<z.infer<typeof probeSchema>>;

/**
 * Runs one skill once, apart from the machine. Implementations never reuse a sandbox and never fall back to a
 * weaker one.
 *
 * `run` throws RUNNER_UNAVAILABLE (with what installs the missing part) when nothing was started, RUNNER_BUSY when
 * a queue before it is full or the wait too long, SKILL_NOT_RUNNABLE for a package that cannot be started. Whatever the
 * skill itself does wrong is in the outcome.
 */
export interface SkillRunner {
  readonly name: string;
  probe(): Promise<ProbeResult>;
  /**
   * Throws RUNNER_BUSY when there might be no slot in time for this run, once it is paid; RUNNER_UNAVAILABLE when
   * nobody can say. Asked before a price is quoted.
   */
  admit?(request: RunRequest): Promise<void>;
  /** As `admit`, right before money moves: keeps the slot for the run of this sale, for half a minute at most. */
  sell?(request: RunRequest, saleId: string): Promise<void>;
  /** The sale was not made after all. */
  dropSale?(saleId: string): Promise<void>;
  run(job: RunJob): Promise<RunOutcome>;
  /** Ends what still runs, after `graceMs` if it is given and the runner can wait, and gives back all resources. */
  close(options?: { graceMs?: number }): Promise<void>;
}

/** A run whose caller left while it waited for its turn. */
export const NEVER_STARTED: LaunchedRun = {
  started: false,
  exitCode: null,
  killedBy: "cancelled",
  stdout: "",
  stderrTail: "",
  wallMs: 0,
  peakRssBytes: 0,
};

/** Child processes get nothing of our environment, which holds secrets. (Next's types want NODE_ENV in every one.) */
export const NO_ENVIRONMENT = {} as NodeJS.ProcessEnv;
