import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LONGEST_NAMED, writeNamed, type NamedSkill } from "@/components/compare/compare-address";
import { localizedPath } from "@/lib/i18n/paths";

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
    <form className="to-compare" action={localizedPath(useLocale(), "/compare")}>
      <Chosen skills={chosen} />
      {children}
      <div className="compare-bar">
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
    <form className="compare-by-name" action={localizedPath(useLocale(), "/compare")}>
      <Chosen skills={chosen} />
      <label htmlFor="by-name">{t("by-name")}</label>
      <input
        id="by-name"
        name="skill"
        className="input"
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
