import { booleanAt, textAt, type FindingSink } from "../fields";
import { EVOLUTION_FILE } from "../evolution/evolution";
import { wasGatheredElsewhere } from "../evolution/published-experience";
import { readEvolution } from "../evolution/read-evolution";
import type { IssueCode, Severity } from "../issues/issue";
import { isManaged } from "../lifecycle";
import type { Check } from "./dialect";

/** Skill Metadata §4: the optional `evolution.json`. What is wrong in it never stops the other checks. */
export const checkEvolutionFile: Check = (view, report) => {
  const source = view.files.get(EVOLUTION_FILE);
  if (source === undefined) return;
  const { members, findings } = readEvolution(source);
  if (members !== undefined) checkIsUsed(view, report);
  findings.forEach(report);
  checkFreshness(members?.["last_evolved_hash"], textAt(view.frontMatter, "source_hash"), report);
};

/** Skill Metadata §4: switched off, or a static skill (docs/dialects/differences.md): the experience is not used. */
function checkIsUsed({ frontMatter }: Parameters<Check>[0], report: FindingSink): void {
  if (booleanAt(frontMatter, "evolution_enabled") === false) {
    emit(
      report,
      "warning",
      "EVOLUTION_IGNORED",
      EVOLUTION_FILE,
      "is not used, as evolution_enabled is false",
    );
  } else if (!isManaged(frontMatter)) {
    emit(
      report,
      "info",
      "EVOLUTION_IGNORED",
      EVOLUTION_FILE,
      "is not used, as the skill has no lifecycle field",
    );
  }
}

/** Skill Metadata §4.2: experience gathered on another version of the source. */
function checkFreshness(evolved: unknown, sourceHash: string | undefined, report: FindingSink): void {
  if (wasGatheredElsewhere(evolved, sourceHash) !== true) return;
  const message = "differs from source_hash: the experience was gathered on another version of the source";
  emit(report, "warning", "EVOLUTION_STALE", `${EVOLUTION_FILE}#last_evolved_hash`, message);
}

function emit(report: FindingSink, severity: Severity, code: IssueCode, path: string, message: string): void {
  report({ severity, code, path, message });
}
