import { gradeByOrigin, type Grade } from "./grade";
import type { Finding } from "./finding";
import type { CodeUnit, LinesUnit, ShellUnit } from "./reading/units";
import { report, type Rule } from "./rule";
import { commandText } from "./vocabulary/shell-programs";
import type { ShellCommand } from "./reading/shell/shell-commands";

/** A sighting in code or in a command, before its place is weighed. */
export interface Place {
  readonly unit: CodeUnit | ShellUnit | LinesUnit;
  /** Offset in the unit's text. */
  readonly offset: number;
  readonly grade: Grade;
  readonly code: string;
  readonly message: string;
  readonly evidence: string;
}

/** So many of one weight in one file say enough. */
const MAX_OF_A_KIND = 20;

/** The findings of places, each weighed by where it stands; what then says nothing is left out. */
export function reportPlaces(rule: Pick<Rule, "remedy">, places: readonly Place[]): Finding[] {
  const counts = new Map<string, number>();
  return places.flatMap(({ unit, offset, grade, code, message, evidence }) => {
    const weighed = gradeByOrigin(grade, unit.origin, unit.file.isSkillDocument);
    if (weighed === null) return [];
    const kind = `${unit.file.path}\n${code}\n${weighed.severity}\n${weighed.confidence}`;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (count > MAX_OF_A_KIND) return [];
    return [
      report(rule, { code, ...weighed, file: unit.file.path, line: unit.lineAt(offset), message, evidence }),
    ];
  });
}

/** How much of a line is shown; a minified file has one line, and only the place in it matters. */
const REACH = 240;

/** The source line around an offset, for evidence. */
export function lineText(text: string, offset: number): string {
  const before = text.slice(Math.max(0, offset - REACH), offset);
  const after = text.slice(offset, offset + REACH);
  const end = after.indexOf("\n");
  return before.slice(before.lastIndexOf("\n") + 1) + (end === -1 ? after : after.slice(0, end));
}

/** The commands of a pipeline as one line, for evidence. */
export function pipelineText(commands: readonly ShellCommand[]): string {
  return commands.map(commandText).join(" | ");
}
