import type { Clock } from "@/lib/kernel/clock";
import type { RemoteRefs } from "@/lib/registry/provenance/check-source";

export interface Output {
  write(text: string): unknown;
  /** A person looks at it. */
  isTTY?: boolean;
}

/** All a command knows of the process it runs in, so that tests can run it like anybody else. */
export interface CommandContext {
  stdout: Output;
  stderr: Output;
  stdin: AsyncIterable<Uint8Array | string> & { isTTY?: boolean };
  /** Directory that relative paths start from. */
  cwd: string;
  /** Settings of the environment; EMPORION_MARKET, EMPORION_API_KEY, EMPORION_READ_TOKEN, HOME (USERPROFILE on Windows), CI and LANG are read. */
  env: Readonly<Record<string, string | undefined>>;
  /** The address of the market that served this program, null when none did. */
  servedBy?: () => string | null;
  clock: Clock;
  /** Has this done when somebody ends the process by a signal. */
  onEnded?: (act: () => void) => void;
  /** The way to other people's repositories. */
  remoteRefs: RemoteRefs;
}

export interface Command {
  /** The manual page of the command, without a final line break. */
  help: string;
  /** Gives the exit code. Throws `UsageError` and `InputError`. */
  run(args: readonly string[], context: CommandContext): Promise<number>;
}

/** The exit codes of every command; of several that apply the highest is used. */
export const EXIT = {
  ok: 0,
  /** The command did its work and the answer is no: invalid, not verified, not approved, refused. */
  found: 1,
  /** The command line makes no sense. */
  usage: 2,
  /** A file or directory cannot be read or written, or an archive is refused. */
  input: 3,
} as const;

/** A command line that makes no sense. */
export class UsageError extends Error {}

/** A file that cannot be read, written or understood at all. */
export class InputError extends Error {}
