import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Sparkline } from "@/components/marks/sparkline";
import { platformName } from "@/components/skill/platform-name";
import { skillPath } from "@/components/skill/skill-path";
import { sourceOf } from "@/components/skill/source-of";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/when";
import { formatCount, formatRoughSeconds, formatShare, formatSize } from "@/lib/i18n/format-count";
import { shortAddress, shortCommit, shortDigest } from "@/lib/i18n/format-identifier";
import type { SkillDetail } from "@/lib/registry/views";

/** The run form, then use, behaviour, provenance and platforms. */
export function Rail({ skill, children }: { skill: SkillDetail; children: ReactNode }) {
  return (
    <aside className="rail">
      {children}
      <Use skill={skill} />
      <Behaviour skill={skill} />
      <Provenance skill={skill} />
      <WorksOn skill={skill} />
      <ReportLink skill={skill} />
    </aside>
  );
}

interface RailSection {
  skill: SkillDetail;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="rail-head">{title}</h2>
      {children}
    </section>
  );
}

function Fact({
  name,
  mono = false,
  title,
  children,
}: {
  name: string;
  mono?: boolean;
  title?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={mono ? "mono" : undefined} title={title}>
        {children}
      </dd>
    </div>
  );
}

/** Figures that exist; a skill nobody has called yet shows no rates. */
function Use({ skill }: RailSection) {
  const t = useTranslations("skill.use");
  const { rating, successRate30d, p50Ms, p95Ms } = skill;
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
        {successRate30d === null ? null : (
          <Fact name={t("success")} mono>
            {formatShare(successRate30d)}
          </Fact>
        )}
        {p50Ms === null || p95Ms === null ? null : (
          <Fact name="p50 / p95" mono>
            {`${formatRoughSeconds(p50Ms)} / ${formatRoughSeconds(p95Ms)}`}
          </Fact>
        )}
        {rating.average === null ? null : (
          <Fact name={t("rating")}>
            <SiteLink className="link" href={skillPath(skill.slug, "reviews")}>
              <span className="mono">{rating.average.toFixed(1)}</span>{" "}
              <span className="text-ink-3">{t("from", { count: rating.count })}</span>
            </SiteLink>
          </Fact>
        )}
        <Fact name={t("updated")}>
          <When iso={skill.publishedAt} as="relative" />
        </Fact>
      </dl>
    </Section>
  );
}

/** The four behaviour hints in plain words. They are what the author declares. */
function Behaviour({ skill }: RailSection) {
  const t = useTranslations("skill.behaviour");
  const { readOnly, destructive, idempotent, openWorld } = skill.manifest.hints;
  const facts = {
    "read-only": readOnly,
    destructive,
    "safe-to-retry": idempotent,
    "reaches-outside": openWorld,
  };
  return (
    <Section title={t("title")}>
      <dl className="facts">
        {Object.entries(facts).map(([name, value]) => (
          <Fact key={name} name={t(name)}>
            {value ? t("yes") : t("no")}
          </Fact>
        ))}
      </dl>
    </Section>
  );
}

function Provenance({ skill }: RailSection) {
  const t = useTranslations("skill.provenance");
  const { runtime } = skill.manifest;
  const source = sourceOf(skill.manifest);
  return (
    <Section title={t("title")}>
      <dl className="facts">
        <Fact name={t("spec")} mono>
          {skill.spec === "v3" ? "usk/1.0" : "SKILL.md v2"}
        </Fact>
        {skill.runtime === null ? null : (
          <Fact name={t("runtime")} mono>
            {`${skill.runtime}, ${Math.round(skill.timeoutMs / 1000)} s`}
          </Fact>
        )}
        {skill.entryPoint === null ? null : (
          <Fact name={t("entry")} mono>
            {skill.entryPoint}
          </Fact>
        )}
        {runtime?.imageDigest === undefined ? null : (
          <Fact name={t("image")} mono title={runtime.imageDigest}>
            {shortDigest(runtime.imageDigest)}
          </Fact>
        )}
        <Fact name={t("package")} mono title={skill.packageDigest}>
          {shortDigest(skill.packageDigest)}
        </Fact>
        <Fact name={t("size")} mono>
          {formatSize(skill.packageSizeBytes)}
        </Fact>
        {source.commit === null ? null : (
          <Fact name={t("commit")} mono title={source.commit}>
            {shortCommit(source.commit)}
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

function ReportLink({ skill }: RailSection) {
  const t = useTranslations("skill.report");
  return (
    <p className="pt-2.5 text-13">
      <SiteLink className="link" href={`${skillPath(skill.slug)}/report`} rel="nofollow">
        {t("link")}
      </SiteLink>
    </p>
  );
}

function WorksOn({ skill }: RailSection) {
  const t = useTranslations("skill.works-on");
  return (
    <Section title={t("title")}>
      {skill.convertsTo.length === 0 ? (
        <p className="pt-2.5 text-13 text-ink-2">{t("manual")}</p>
      ) : (
        <div className="chips">
          {skill.convertsTo.map((platform) => (
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
