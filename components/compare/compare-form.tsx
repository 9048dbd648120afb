import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { PageQuery } from "@/components/browse/search-params";
import { localizedPath } from "@/lib/platform/i18n/paths";
import type { SkillDetail } from "@/lib/registry/views";

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

/** More columns than this are too narrow to read. */
export const MOST_COMPARED = 4;
/** Names looked at in an address; what follows is not read. */
const MOST_READ = 20;
const LONGEST_SHOWN = 64;
/** Characters of `slug@version`. */
const LONGEST_NAMED = 129;
/** A version is at most 64 characters, as a name is. */
const NAMED = /^([a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?)(?:@([0-9A-Za-z.+-]{1,64}))?$/;

/** A skill as an address names it: `slug`, or `slug@version`. */
export interface NamedSkill {
  slug: string;
  version?: string;
}

type Named = Pick<SkillDetail, "slug" | "version" | "isLatest">;

interface CompareAddress {
  /** At most four, each once, in the order they are named. */
  named: NamedSkill[];
  /** Those named beyond four, as they are written. */
  left: string[];
  /** What is written in the place of a name and can be none, cut to the length of one. */
  unreadable: string[];
  /** Only facts in which the skills differ. */
  onlyDifferences: boolean;
}

/**
 * Reads which skills are compared. Any address gives a page: what is too much or no name is told apart, never
 * looked up.
 */
export function readCompareAddress(query: PageQuery): CompareAddress {
  const written = [query["skill"] ?? []].flat().slice(0, MOST_READ);
  const all = [...new Set(written.map((name) => name.trim()))].filter((name) => name !== "");
  const names = all.filter((name) => NAMED.test(name));
  return {
    named: names.slice(0, MOST_COMPARED).map(toNamedSkill),
    left: names.slice(MOST_COMPARED),
    unreadable: all
      .filter((name) => !NAMED.test(name))
      .slice(0, MOST_COMPARED)
      .map((name) => Array.from(name).slice(0, LONGEST_SHOWN).join("")),
    onlyDifferences: query["only"] === "differences",
  };
}

/** The address at which skills stand side by side. */
export function comparePath(named: readonly NamedSkill[], onlyDifferences = false): string {
  const params = new URLSearchParams(named.map((skill) => ["skill", writeNamed(skill)]));
  if (onlyDifferences) params.append("only", "differences");
  return params.size === 0 ? "/compare" : `/compare?${params.toString().replaceAll("%40", "@")}`;
}

/** How an address names a skill that is shown: with its version only where that is not the latest. */
export function namedSkill({ slug, version, isLatest }: Named): NamedSkill {
  return isLatest ? { slug } : { slug, version };
}

/** `slug`, or `slug@version`, as `readCompareAddress` reads it again. */
function writeNamed({ slug, version }: NamedSkill): string {
  return version === undefined ? slug : `${slug}@${version}`;
}

function toNamedSkill(name: string): NamedSkill {
  const [, slug = "", version] = NAMED.exec(name) ?? [];
  return version === undefined ? { slug } : { slug, version };
}
