import { useTranslations } from "next-intl";
import { Seal } from "@/components/marks/seal";
import { SkillMark } from "@/components/marks/skill-mark";
import { Sparkline } from "@/components/marks/sparkline";
import { growthOf, signedPercent } from "@/components/skill/versions/growth";
import { languageOf } from "@/components/skill/files/language-of";
import { SkillName } from "@/components/skill/skill-name";
import { Empty } from "@/components/ui/empty";
import { Price } from "@/components/ui/price";
import { SectionHead } from "@/components/ui/section-head";
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
    <section aria-labelledby="trending">
      <SectionHead
        id="trending"
        title={used ? t("title") : t("title-new")}
        more={
          <SiteLink className="link" href={used ? "/skills?sort=calls" : "/skills?sort=newest"}>
            {used ? t("all") : t("all-new")}
          </SiteLink>
        }
      />
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
        <ol className={used ? "trend" : "trend trend-new"}>
          {skills.map((skill, index) => (
            <TrendingItem key={skill.id} skill={skill} rank={used ? index + 1 : null} />
          ))}
        </ol>
      )}
    </section>
  );
}

function TrendingItem({ skill, rank }: { skill: TrendingSkill; rank: number | null }) {
  const common = useTranslations("common");
  return (
    <li>
      {rank === null ? null : (
        <span className="rank" aria-hidden="true">
          {rank}
        </span>
      )}
      <div>
        <SkillName
          skill={skill}
          heading="h3"
          before={
            <>
              <SkillMark skill={skill} />
              <Seal state={skill.auditState} size={17} />
              <span className="vh">{`${common(`audit.${skill.auditState}`)}: `}</span>
            </>
          }
        />
        <p className="row-text" lang={languageOf(skill.contentLanguage)}>
          {skill.description}
        </p>
      </div>
      {rank === null ? null : (
        <div className="row-use">
          <Sparkline values={skill.callsByDay} />
          <GrowthText callsByDay={skill.callsByDay} />
        </div>
      )}
      <div className="row-price">
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
