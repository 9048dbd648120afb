import { useTranslations } from "next-intl";
import { AuditWords, Seal } from "@/components/marks/audit-mark";
import { SkillMark } from "@/components/marks/skill-mark";
import { Sparkline } from "@/components/marks/sparkline";
import { languageOf } from "@/components/skill/files/language-of";
import { SkillName } from "@/components/skill/publisher";
import { Empty } from "@/components/ui/note";
import { PageSection } from "@/components/ui/page-parts";
import { Price } from "@/components/ui/values";
import { SiteLink } from "@/components/ui/site-link";
import type { HomeView } from "@/lib/registry/views";

type TrendingSkill = HomeView["trending"][number];

/**
 * Most used skills of the week: rank, use by day, price. While nothing has been called this week there is nothing to
 * rank, and the same list is what it then is: the newest.
 */
export function Trending({ skills }: { skills: HomeView["trending"] }) {
  const t = useTranslations("home.trending");
  const used = skills.some((skill) => skill.calls7d > 0);
  return (
    <PageSection
      id="trending"
      title={used ? t("title") : t("title-new")}
      more={
        <SiteLink className="link" href={used ? "/skills?sort=calls" : "/skills?sort=newest"}>
          {used ? t("all") : t("all-new")}
        </SiteLink>
      }
    >
      {skills.length === 0 ? (
        <div className="mt-5">
          <Empty
            heading="h3"
            title={t("empty-title")}
            actions={
              <SiteLink className="btn btn-sm" href="/publish">
                {t("publish")}
              </SiteLink>
            }
          >
            {t("empty")}
          </Empty>
        </div>
      ) : (
        <ol className="wrap-anywhere">
          {skills.map((skill, index) => (
            <TrendingItem key={skill.id} skill={skill} rank={used ? index + 1 : null} />
          ))}
        </ol>
      )}
    </PageSection>
  );
}

const RANKED = "grid-cols-[34px_minmax(0,1fr)_92px_132px] to-720:grid-cols-[24px_minmax(0,1fr)]";
/** Newly listed: nothing is ranked, so there is neither rank nor use. */
const UNRANKED = "grid-cols-[minmax(0,1fr)_132px] to-720:grid-cols-[minmax(0,1fr)]";

function TrendingItem({ skill, rank }: { skill: TrendingSkill; rank: number | null }) {
  return (
    <li
      className={`relative grid items-start gap-x-4 border-b border-line py-3.5 hover:[&_a]:underline hover:[&_a]:decoration-1 hover:[&_a]:underline-offset-3 to-720:gap-x-2.5 ${rank === null ? UNRANKED : RANKED}`}
    >
      {rank === null ? null : (
        <span
          className="pe-1 text-end font-serif text-21 leading-[1.15] font-medium text-ink-3 [font-variant-numeric:lining-nums_tabular-nums]"
          aria-hidden="true"
        >
          {rank}
        </span>
      )}
      <div>
        <SkillName
          skill={skill}
          heading="h3"
          by
          before={
            <>
              <SkillMark skill={skill} />
              <Seal state={skill.auditState} size={17} />
              <span className="vh">
                <AuditWords skill={skill} />
                {": "}
              </span>
            </>
          }
        />
        <p
          className="mt-0.5 line-clamp-2 text-14 leading-normal text-ink-2"
          lang={languageOf(skill.contentLanguage)}
        >
          {skill.description}
        </p>
      </div>
      {rank === null ? null : (
        <div className="row-use">
          <Sparkline values={skill.callsByDay} />
          <GrowthText callsByDay={skill.callsByDay} />
        </div>
      )}
      <div
        className={`row-price to-720:mt-1.5 to-720:text-start ${rank === null ? "to-720:col-1" : "to-720:col-2"}`}
      >
        <Price lamports={skill.priceLamports} />
      </div>
    </li>
  );
}

function GrowthText({ callsByDay }: { callsByDay: readonly number[] }) {
  const t = useTranslations("home.trending");
  const growth = growthOf(callsByDay);
  if (growth.kind === "unknown") return null;
  if (growth.kind === "new") return t("new");
  const percent = signedPercent(growth.share);
  return <span title={t("growth", { percent })}>{percent}</span>;
}

const WEEK = 7;

type Growth = { kind: "share"; share: number } | { kind: "new" } | { kind: "unknown" };

/**
 * How the last seven days compare with the seven before. "New" if there were calls only in the last seven;
 * unknown with less than two weeks of days or no calls at all.
 */
export function growthOf(callsByDay: readonly number[]): Growth {
  if (callsByDay.length < 2 * WEEK) return { kind: "unknown" };
  const last = sum(callsByDay.slice(-WEEK));
  const before = sum(callsByDay.slice(-2 * WEEK, -WEEK));
  if (before > 0) return { kind: "share", share: (last - before) / before };
  return last > 0 ? { kind: "new" } : { kind: "unknown" };
}

/** A change as whole per cent with its sign: +18%, −4%. */
export function signedPercent(share: number): string {
  const percent = Math.round(share * 100);
  return `${percent < 0 ? "−" : "+"}${Math.abs(percent)}%`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
