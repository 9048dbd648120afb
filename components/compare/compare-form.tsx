import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LONGEST_NAMED, writeNamed, type NamedSkill } from "@/components/compare/compare-address";
import { localizedPath } from "@/lib/platform/i18n/paths";

const NONE: readonly NamedSkill[] = [];

interface CompareFormProps {
  /** Skills that are compared already. */
  chosen?: readonly NamedSkill[];
  children: ReactNode;
}

/** A list of skills of which some can be ticked; the button that sets them side by side comes with the first tick. */
export function CompareForm({ chosen = NONE, children }: CompareFormProps) {
  const t = useTranslations("compare");
  return (
    <form className="group to-960:order-4 to-960:col-[1/-1]" action={localizedPath(useLocale(), "/compare")}>
      <Chosen skills={chosen} />
      {children}
      {/* Comes with the first tick and stays in sight. */}
      <div
        data-stays-below
        className="sticky bottom-0 z-3 -mx-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-edge bg-paper px-4 py-3 text-14 text-ink-2 group-not-has-checked:hidden"
      >
        <span>{t("how-many")}</span>
        <button className="btn btn-primary btn-sm">{t("choose")}</button>
      </div>
    </form>
  );
}

/** Adds the skill of a name to those that are compared. */
export function CompareByName({ chosen }: { chosen: readonly NamedSkill[] }) {
  const t = useTranslations("compare");
  return (
    <form
      className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-4 text-14 text-ink-2"
      action={localizedPath(useLocale(), "/compare")}
    >
      <Chosen skills={chosen} />
      <label htmlFor="by-name">{t("by-name")}</label>
      <input
        id="by-name"
        name="skill"
        className="input max-w-80 flex-[1_1_180px] font-mono"
        required
        maxLength={LONGEST_NAMED}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <button className="btn">{t("add")}</button>
    </form>
  );
}

/** Those that are compared already go along. */
function Chosen({ skills }: { skills: readonly NamedSkill[] }) {
  return skills.map((skill) => (
    <input key={writeNamed(skill)} type="hidden" name="skill" value={writeNamed(skill)} />
  ));
}

/** The tick of one row. */
export function CompareTick({ slug, name }: { slug: string; name: string }) {
  const t = useTranslations("compare");
  return (
    <label className="check row-compare">
      <input type="checkbox" name="skill" value={slug} />
      <span>
        {t("pick")}
        <span className="vh"> {name}</span>
      </span>
    </label>
  );
}
