import { useTranslations } from "next-intl";
import { Fragment, type ReactNode } from "react";
import { comparePath, namedSkill } from "@/components/compare/compare-address";
import { Sparkline } from "@/components/marks/sparkline";
import { latencyText, runtimeText, successText } from "@/components/skill/overview/figures";
import { Declared } from "@/components/skill/overview/declared";
import { formatNames } from "@/components/skill/overview/format-names";
import { StatedInMetadata } from "@/components/skill/overview/stated-in-metadata";
import { declaredPlatforms, platformName } from "@/components/skill/install/platform-name";
import { Behaviour } from "@/components/skill/behaviour";
import { Fact, Section, type RailSection } from "@/components/skill/rail-parts";
import { Rating } from "@/components/skill/rating";
import { skillPath } from "@/components/skill/skill-path";
import { SideColumn } from "@/components/ui/side-column";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/when";
import { formatCount, formatSize } from "@/lib/i18n/format-count";
import { shortAddress, shortDigest } from "@/lib/i18n/format-identifier";
import type { SkillDetail } from "@/lib/registry/views";
import type { ImageMatch } from "@/lib/running/runners/compare-image";

interface RailProps {
  skill: SkillDetail;
  image: ImageMatch | null;
  children: ReactNode;
}

/** The run form, then use, behaviour, package, what only the author says, and platforms. */
export function Rail({ skill, image, children }: RailProps) {
  return (
    <SideColumn>
      {children}
      <Use skill={skill} />
      <Behaviour skill={skill} />
      <Provenance skill={skill} />
      <Declared skill={skill} image={image} />
      <StatedInMetadata skill={skill} />
      <WorksOn skill={skill} />
      <FurtherLinks skill={skill} />
    </SideColumn>
  );
}

/** Figures that exist; a skill nobody has called yet shows no rates. */
function Use({ skill }: RailSection) {
  const t = useTranslations("skill.use");
  const success = successText(skill);
  const latency = latencyText(skill);
  return (
    <Section title={t("title")}>
      <dl className="facts">
        <Fact name={t("calls-7d")} mono>
          <span className="inline-flex items-end gap-2.5">
            <Sparkline values={skill.callsByDay} width={84} />
            {formatCount(skill.calls7d)}
          </span>
        </Fact>
        <Fact name={t("downloads-7d")} mono>
          {formatCount(skill.downloads7d)}
        </Fact>
        {success === null ? null : (
          <Fact name={t("success")} mono>
            {success}
          </Fact>
        )}
        {latency === null ? null : (
          <Fact name="p50 / p95" mono>
            {latency}
          </Fact>
        )}
        {skill.rating.average === null ? null : (
          <Fact name={t("rating")}>
            <Rating skill={skill} />
          </Fact>
        )}
        <Fact name={t("updated")}>
          <When iso={skill.publishedAt} as="relative" />
        </Fact>
      </dl>
      <p className="pt-2.5 text-13">
        <SiteLink className="link" href="/docs/quality-signals#calls-that-count">
          {t("counted")}
        </SiteLink>
      </p>
    </Section>
  );
}

function Provenance({ skill }: RailSection) {
  const t = useTranslations("skill.provenance");
  const runtimeSaid = runtimeText(skill);
  return (
    <Section title={t("title")}>
      <dl className="facts">
        <Fact name={t("spec")}>{formatNames(skill.manifest).join(", ")}</Fact>
        {runtimeSaid === null ? null : (
          <Fact name={t("runtime")} mono>
            {runtimeSaid}
          </Fact>
        )}
        {skill.entryPoint === null ? null : (
          <Fact name={t("entry")} mono>
            {skill.entryPoint}
          </Fact>
        )}
        <Fact name={t("package")} mono title={skill.packageDigest}>
          {shortDigest(skill.packageDigest)}
        </Fact>
        <Fact name={t("size")} mono>
          {formatSize(skill.packageSizeBytes)}
        </Fact>
        {skill.maintainers.length === 0 ? null : (
          <Fact name={t("maintainers")}>
            {skill.maintainers.map((name, place) => (
              <Fragment key={name}>
                {place === 0 ? null : ", "}
                <SiteLink className="link" href={`/people/${encodeURIComponent(name)}`}>
                  {name}
                </SiteLink>
              </Fragment>
            ))}
          </Fact>
        )}
        {skill.publisherWallet === null ? null : (
          <Fact name={t("owner")} mono title={skill.publisherWallet}>
            {shortAddress(skill.publisherWallet)}
          </Fact>
        )}
      </dl>
    </Section>
  );
}

/** Where else a reader of this skill may want to go: to others like it, and to who can take it off the market. */
function FurtherLinks({ skill }: RailSection) {
  const t = useTranslations();
  const links = [
    { href: comparePath([namedSkill(skill)]), words: t("compare.with-others") },
    { href: `${skillPath(skill.slug)}/report`, words: t("skill.report.link") },
  ];
  return (
    <ul className="grid gap-1 pt-2.5 text-13">
      {links.map(({ href, words }) => (
        <li key={href}>
          <SiteLink className="link inline-block min-h-6 leading-6" href={href} rel="nofollow">
            {words}
          </SiteLink>
        </li>
      ))}
    </ul>
  );
}

function WorksOn({ skill }: RailSection) {
  const t = useTranslations("skill.works-on");
  const platforms = declaredPlatforms(skill);
  return (
    <Section title={t("title")}>
      {platforms.length === 0 ? (
        <p className="pt-2.5 text-13 text-ink-2">{t("manual")}</p>
      ) : (
        <div className="flex flex-wrap gap-1.5 pt-2.5">
          {platforms.map((platform) => (
            <SiteLink
              key={platform}
              className="chip"
              href={`/skills?platform=${encodeURIComponent(platform)}`}
            >
              {platformName(platform)}
            </SiteLink>
          ))}
        </div>
      )}
    </Section>
  );
}
