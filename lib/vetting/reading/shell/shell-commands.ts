import type { Redirect } from "./shell-parts";
import type { ShellWord } from "./shell-words";

/** A simple command: `sudo curl -s x > y` with its wrappers already taken away. */
export interface ShellCommand {
  /** The program without its folder, or "" for a command that only sets variables. */
  readonly name: string;
  readonly words: readonly ShellWord[];
  readonly redirects: readonly Redirect[];
  readonly heredoc: string | null;
  readonly sudo: boolean;
  readonly start: number;
}

/** Commands joined by `|`. */
export interface Pipeline {
  readonly commands: readonly ShellCommand[];
  readonly start: number;
  /** Within `$(…)`, `<(…)` or an argument of `sh -c`: whose word it feeds. */
  readonly nested: boolean;
}

export interface ShellScript {
  readonly pipelines: readonly Pipeline[];
  /** Variables that take their value from commands or other variables. */
  readonly assignments: readonly {
    readonly name: string;
    readonly value: ShellWord;
    readonly start: number;
  }[];
  readonly complete: boolean;
}
