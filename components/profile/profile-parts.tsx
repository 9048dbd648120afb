import { useTranslations, useLocale } from "next-intl";
import type { ReactNode } from "react";
import { SkillRows } from "@/components/skill/row/skill-row";
import { Figure, FigureList, ItemList } from "@/components/ui/lists";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/sentences";
import { When } from "@/components/ui/values";
import type { PublishedNumbers } from "@/lib/catalogue/profiles/find-profile";
import type { AccountAgent } from "@/lib/identity/agents/list-agents-of-account";
import { feedPath } from "@/lib/platform/i18n/paths";
import { formatCount, formatShare } from "@/lib/platform/i18n/format";
import type { SkillRow } from "@/lib/registry/views";
import { agentDisplayName } from "@/lib/skill-format";

/** The size of the picture beside the name of a profile. */
export const PROFILE_PICTURE = "size-21 text-[2.1875rem] to-480:size-14 to-480:text-[1.375rem]";

interface ProfileHeadProps {
  picture: ReactNode;
  name: string;
  lead?: string;
  /** Short facts, each an element. */
  children: ReactNode;
}

/** Who somebody is: a picture, the name, and what is known. */
export function ProfileHead({ picture, name, lead, children }: ProfileHeadProps) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-6 pt-10 to-480:gap-4">
      {picture}
      <div>
        <h1 className="font-serif text-44 leading-[1.05] font-medium tracking-[-0.022em] wrap-anywhere to-480:text-34">
          {name}
        </h1>
        {lead === undefined ? null : <p className="mt-2 text-16 text-ink-2">{lead}</p>}
        <div className="mt-3 flex flex-wrap items-center gap-x-4.5 gap-y-1.5 text-14 text-ink-2">
          {children}
        </div>
      </div>
    </div>
  );
}

/** The facts that can be checked, before anything is listed. */
export function ProfileFigures({ numbers }: { numbers: PublishedNumbers }) {
  const t = useTranslations("profile.figures");
  const finished = numbers.calls30d + numbers.failed30d;
  const figures = [
    [t("skills"), formatCount(numbers.skills), t("proven", { count: numbers.provenInFull })],
    [t("sealed"), formatCount(numbers.sealed), t("released", { count: numbers.released })],
    [
      t("calls"),
      formatCount(numbers.calls30d),
      finished === 0 ? t("none") : t("succeeded", { share: formatShare(numbers.calls30d / finished) }),
    ],
    [
      t("rating"),
      numbers.ratingCount === 0 ? "–" : (numbers.ratingSum / numbers.ratingCount).toFixed(1),
      t("reviews", { count: numbers.ratingCount }),
    ],
    [t("lost"), formatCount(numbers.challengesLost), t("raised", { count: numbers.challenged })],
  ] as const;
  return (
    <FigureList count={figures.length}>
      {figures.map(([name, value, remark]) => (
        <Figure key={name} name={name} remark={remark}>
          {value}
        </Figure>
      ))}
    </FigureList>
  );
}

interface ProfileSkillsProps {
  /** Whose they are: an account or an agent may have the same name. */
  of: "publisher" | "agent";
  name: string;
  skills: readonly SkillRow[];
  total: number;
  /** Calls by day, by skill id. */
  calls: ReadonlyMap<string, readonly number[]>;
}

/** The query of the search for what somebody has published. */
export const searchOf = (of: ProfileSkillsProps["of"], name: string): string =>
  `${of}=${encodeURIComponent(name)}`;

/** What somebody has published, the most called first, with the same list as JSON and what comes new as a feed. */
export function ProfileSkills({ of, name, skills, total, calls }: ProfileSkillsProps) {
  const t = useTranslations("profile");
  const locale = useLocale();
  const query = searchOf(of, name);
  return (
    <PageSection
      id="skills"
      title={t("skills")}
      more={
        <>
          <a className="link" href={feedPath("versions", { locale, search: query })}>
            {t("feed")}
          </a>
          {" · "}
          <SiteLink className="link" href={`/v1/skills?${query}`}>
            {t("json")}
          </SiteLink>
        </>
      }
    >
      {skills.length === 0 ? (
        <p className="pt-3 text-14 text-ink-2">{t("no-skills")}</p>
      ) : (
        <SkillRows
          rows={skills}
          heading="h3"
          labelledBy="skills"
          of={(skill) => ({ callsByDay: calls.get(skill.id), publisher: skill.publisher !== name })}
        />
      )}
      {total > skills.length && skills.length > 0 ? (
        <p className="pt-4">
          <SiteLink className="btn btn-sm" href={`/skills?${query}`}>
            {t("all-skills", { count: total })}
          </SiteLink>
        </p>
      ) : null}
    </PageSection>
  );
}

/** Agents of an account with how many of their drafts were claimed. */
export function AgentItems({ agents, owner }: { agents: readonly AccountAgent[]; owner: string }) {
  const t = useTranslations("profile.agent");
  return (
    <ItemList>
      {agents.map((agent) => (
        <li key={agent.name}>
          <b>
            <SiteLink className="hover:underline" href={`/agents/${encodeURIComponent(agent.name)}`}>
              {agentDisplayName(agent.name)}
            </SiteLink>
          </b>
          <span className="text-13 text-ink-3">{t("uploads", { count: agent.uploads })}</span>
          <p className="mono wrap-anywhere">
            {agent.name}
            {agent.provider === null ? null : `@${agent.provider}`}
          </p>
          <p>
            {agent.claimRate === null
              ? null
              : `${t("rate", { share: formatShare(agent.claimRate), claimed: agent.claimed, uploads: agent.uploads })} `}
            {t.rich("locked", { owner, day: slot(<When iso={agent.claimedAt} as="day" />) })}
          </p>
        </li>
      ))}
    </ItemList>
  );
}
