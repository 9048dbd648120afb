import rules from "./rules.json" with { type: "json" };
import type { FactKind, Origin } from "../facts/fact";

/** What a fact must be to be meant. */
export interface Condition {
  readonly fact?: FactKind;
  /** About the fact that the first condition found. */
  readonly same?: boolean;
  readonly all?: readonly string[];
  readonly any?: readonly string[];
  readonly none?: readonly string[];
  readonly origin?: readonly Origin[];
  /** Where another fact has to stand: in the same file, or anywhere. */
  readonly where?: "file" | "package";
}

/**
 * `reject`: nobody honest does it. `hold`: a person should look. `remark`: a finding that holds nothing up. `note`: a
 * fact on the page, and no finding.
 */
export interface RuleCase {
  readonly severity: "reject" | "hold" | "remark" | "note";
  /** English; `{object}` is that of the fact. */
  readonly message: string;
  readonly when: readonly Condition[];
  /** Purposes (`vocabulary/words.yaml`) that make one expect it. */
  readonly unless?: readonly string[];
}

type Localized = Readonly<Record<"en" | "zh-Hans" | "ko", string>>;

/** One file `rules/*.yaml`; of several cases the first that fits a fact counts. */
export interface Rule {
  readonly id: string;
  readonly title: Localized;
  /** What harm it would do. */
  readonly why: string;
  readonly remedy: Localized;
  readonly cases: readonly RuleCase[];
}

/** Every rule that vetting applies, by its code. */
export const RULES = rules as unknown as readonly Rule[];

/** The rule of a code; undefined for a code of an older engine. */
export const findRule = (id: string): Rule | undefined => RULES.find((rule) => rule.id === id);
