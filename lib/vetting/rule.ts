import type { Finding } from "./finding";
import { showEvidence } from "./evidence";
import type { OpenedDocument } from "./reading/documents/opened-document";
import type { Picture } from "./picture/picture";
import type { SourceFile } from "./reading/source-file";
import type { Units } from "./reading/units";
import type { SkillFacts } from "./skill-facts";

export interface VettingContext {
  /** Files of the package, and those of archives inside it under `archive.zip!/path`. */
  readonly files: readonly SourceFile[];
  /** Paths of the inner archives whose content stands in `files`. */
  readonly openedArchives: ReadonlySet<string>;
  /** Office documents, PDF and rich text; what they say stands in `files` under `document.pdf!/part`. */
  readonly documents: readonly OpenedDocument[];
  readonly facts: SkillFacts;
  readonly units: Units;
  /** What all of it does, put together. */
  readonly picture: Picture;
}

/** One thing vetting looks for. Rules are pure: equal packages give equal findings, in any order of rules. */
export interface Rule {
  readonly id: string;
  readonly title: string;
  /** What harm it would do, for the page that explains the rule. */
  readonly why: string;
  readonly remedy: string;
  /** Every code it can give. */
  readonly codes: readonly string[];
  check(context: VettingContext): Finding[];
}

/** What a rule saw, with the evidence as it stands in the file. */
export type Sighting = Omit<Finding, "remedy">;

/** A finding of a rule: the sighting with its evidence made safe to show, and the rule's remedy. */
export function report(rule: Pick<Rule, "remedy">, sighting: Sighting): Finding {
  return { ...sighting, evidence: showEvidence(sighting.evidence), remedy: rule.remedy };
}
