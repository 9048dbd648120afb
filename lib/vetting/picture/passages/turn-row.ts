import type { DeedKind } from "../picture";
import type { Theme } from "../purpose";
import type { WordClass } from "../words/classes";

/** A deed that words of several classes tell of, in any order, across the sentences of a passage. */
export interface TurnRow {
  readonly kind: DeedKind;
  /** Each of these groups has a word in the passage that is meant; the first one is where the finding stands, or
   * what is said where there is none. */
  readonly words: readonly (readonly WordClass[])[];
  /** Each of these is said too. */
  readonly says?: readonly RegExp[];
  /** So many words of the first group, each another, where one alone may be usual. */
  readonly least?: number;
  /** The words stand in one sentence. */
  readonly together?: boolean;
  /** The passage leaves it to the user, looks for it, or speaks of something else. */
  readonly unless?: RegExp;
  readonly themes: readonly Theme[];
  readonly isPlain?: boolean;
  /** Weighs as what comes with every task. */
  readonly isHeavy?: boolean;
}

/** Not told to be done: a condition, a check, or the user's choice. */
export const CONDITION_OR_USER =
  /\b(?:if|when|whether|unless|make sure|ensure|why|check|verify|error|fails?|should not|must not|can(?:not)?|may|user (?:picks?|confirms?|asks?|says?)|only|never|not|retention|automatically after|default)\b/i;

/** Nobody is asked. */
export const UNASKED =
  /\b(?:without (?:asking|a prompt|confirmation|notice|telling)|(?:do not|don['’]t|no need to|never) (?:ask|prompt|fill the trash|bother|wait)|no (?:cancellation|questions?|confirmation|notice|prompt))\b|\b(?:confirmation|approval|permission) is not (?:needed|necessary|required)\b|\bno need to ask\b|不用询问|不必询问|无需确认|묻지 말고|묻지 않고|확인 없이/i;
