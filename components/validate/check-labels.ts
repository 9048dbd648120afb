import type { useTranslations } from "next-intl";
import { labelsOf, type Labels } from "@/lib/platform/i18n/labels";
import type { CheckProfile } from "@/lib/skill-format";

/** In the order they are shown. */
export const SHOWN_DIALECTS = [
  "usk",
  "exo",
  "agent-skills",
  "metadata",
  "vibelife",
  "agent-skills-upstream",
] as const satisfies readonly CheckProfile[];

/** A counted phrase in the forms of one and of many, the number left open as `{n}`. */
interface Counted {
  one: string;
  other: string;
}

export type VerdictLabels = Labels<"validate.verdict"> &
  Record<keyof Labels<"validate.counts">, Counted> & {
    /** `href` leads to the rules of the dialect, where they are written down. */
    dialects: Record<CheckProfile, { name: string; about: string; href?: string }>;
  };

/** Texts of the check. */
export type CheckLabels = VerdictLabels & Labels<"validate.check"> & { fixKinds: Labels<"validate.fixKind"> };

type Translator = ReturnType<typeof useTranslations<never>>;

/** `rulesOf` gives the address of a dialect's rules, undefined where there is none. */
export function verdictLabels(
  t: Translator,
  rulesOf: (dialect: CheckProfile) => string | undefined = () => undefined,
): VerdictLabels {
  return {
    ...labelsOf(t, "validate.verdict"),
    ...countedLabels(t),
    dialects: Object.fromEntries(
      SHOWN_DIALECTS.map((id) => {
        const href = rulesOf(id);
        const words = {
          name: t(`validate.dialect.${id}.name`),
          about: t(`validate.dialect.${id}.about`),
        };
        return [id, href === undefined ? words : { ...words, href }];
      }),
    ) as VerdictLabels["dialects"],
  };
}

export function checkLabels(
  t: Translator,
  rulesOf: (dialect: CheckProfile) => string | undefined,
): CheckLabels {
  return {
    ...verdictLabels(t, rulesOf),
    ...labelsOf(t, "validate.check"),
    fixKinds: labelsOf(t, "validate.fixKind"),
  };
}

/** "2 warnings" out of its two forms. */
export function fillCount({ one, other }: Counted, count: number): string {
  return (count === 1 ? one : other).replace("{n}", String(count));
}

const SEVERAL = 2;

function countedLabels(t: Translator): Record<keyof Labels<"validate.counts">, Counted> {
  const inForm = (count: number) => labelsOf(t, "validate.counts", { count });
  const open = (text: string, count: number) => text.replace(String(count), "{n}");
  const [one, other] = [inForm(1), inForm(SEVERAL)];
  const keys = Object.keys(one) as (keyof typeof one)[];
  return Object.fromEntries(
    keys.map((key) => [key, { one: open(one[key], 1), other: open(other[key], SEVERAL) }]),
  ) as Record<keyof typeof one, Counted>;
}
