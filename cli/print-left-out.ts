import type { CommandContext } from "./command";
import { printLine } from "./print-line";
import type { LeftOut } from "./read-directory";

/** What of a skill's directory is in no package, a line each with the reason. */
export function printLeftOut(leftOut: readonly LeftOut[], { stderr }: Pick<CommandContext, "stderr">): void {
  for (const { file, reason } of leftOut) printLine(stderr, `left out  ${file}: ${reason}`);
}
