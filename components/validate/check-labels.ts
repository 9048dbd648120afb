import type { useTranslations } from "next-intl";
import type { CheckProfile, FixKind } from "@/lib/skill-format";

/** In the order they are shown. */
export const SHOWN_DIALECTS = [
  "usk",
  "exo",
  "agent-skills",
  "metadata",
  "vibelife",
  "agent-skills-upstream",
] as const satisfies readonly CheckProfile[];

/** Each kind of fix has its words; the list is written out because the format library is not for browsers. */
const FIXES: Record<FixKind, true> = {
  "byte-order-mark": true,
  "quote-text": true,
  "plain-number": true,
  "plain-boolean": true,
  "kebab-name": true,
  "snake-capability": true,
  "semantic-version": true,
  "open-world-hint": true,
  "close-schema": true,
  "default-field": true,
  "quote-colon": true,
};

const VERDICT_TEXTS = ["valid", "notUsed", "clean", "none", "aside"] as const;
const COUNTED = ["errors", "warnings", "notes", "objections", "passed", "fixes", "applyAll"] as const;
const CHECK_TEXTS = [
  "file",
  "fileNote",
  "folder",
  "folderNote",
  "paste",
  "pasteNote",
  "pasteInstead",
  "views",
  "edit",
  "remarks",
  "verdicts",
  "checking",
  "checked",
  "notChecked",
  "waiting",
  "accepted",
  "acceptedText",
  "held",
  "heldText",
  "refused",
  "refusedText",
  "notReached",
  "tooLarge",
  "noSkillMd",
  "cut",
  "fix",
  "apply",
  "fixesText",
  "fixesOnly",
  "lineRemoved",
  "lineAdded",
  "calling",
  "callable",
  "notCallable",
] as const;

/** A counted phrase in the forms of one and of many, the number left open as `{n}`. */
interface Counted {
  one: string;
  other: string;
}

export type VerdictLabels = Record<(typeof VERDICT_TEXTS)[number], string> &
  Record<(typeof COUNTED)[number], Counted> & {
    line: string;
    rules: string;
    /** `href` leads to the rules of the dialect, where they are written down. */
    dialects: Record<CheckProfile, { name: string; about: string; href?: string }>;
  };

/** Texts of the check; the server fills them in so that no message catalogue is shipped to the browser. */
export type CheckLabels = VerdictLabels &
  Record<(typeof CHECK_TEXTS)[number], string> & { fixKinds: Record<FixKind, string> };

type Translator = ReturnType<typeof useTranslations<"validate">>;

/** `rulesOf` gives the address of a dialect's rules, undefined where there is none. */
export function verdictLabels(
  say: Translator,
  rulesOf: (dialect: CheckProfile) => string | undefined = () => undefined,
): VerdictLabels {
  return {
    ...textsOf(VERDICT_TEXTS, say),
    errors: countedOf("errors", say),
    warnings: countedOf("warnings", say),
    notes: countedOf("notes", say),
    objections: countedOf("objections", say),
    passed: countedOf("passed", say),
    fixes: countedOf("fixes", say),
    applyAll: countedOf("applyAll", say),
    line: say("line", { line: "{n}" }),
    rules: say("rules"),
    dialects: Object.fromEntries(
      SHOWN_DIALECTS.map((id) => {
        const href = rulesOf(id);
        const words = { name: say(`dialect.${id}.name`), about: say(`dialect.${id}.about`) };
        return [id, href === undefined ? words : { ...words, href }];
      }),
    ) as VerdictLabels["dialects"],
  };
}

export function checkLabels(
  say: Translator,
  rulesOf: (dialect: CheckProfile) => string | undefined,
): CheckLabels {
  return {
    ...verdictLabels(say, rulesOf),
    ...textsOf(CHECK_TEXTS, say),
    fixKinds: Object.fromEntries(
      (Object.keys(FIXES) as FixKind[]).map((kind) => [kind, say(`fixKind.${kind}`)]),
    ) as CheckLabels["fixKinds"],
  };
}

/** "2 warnings" out of its two forms. */
export function fillCount({ one, other }: Counted, count: number): string {
  return (count === 1 ? one : other).replace("{n}", String(count));
}

function textsOf<Key extends Parameters<Translator>[0]>(keys: readonly Key[], say: Translator) {
  return Object.fromEntries(keys.map((key) => [key, (say as (key: string) => string)(key)])) as Record<
    Key,
    string
  >;
}

const SEVERAL = 2;

function countedOf(key: (typeof COUNTED)[number], say: Translator): Counted {
  const form = (count: number) => say(key, { count }).replace(String(count), "{n}");
  return { one: form(1), other: form(SEVERAL) };
}
