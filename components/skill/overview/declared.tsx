import { useTranslations } from "next-intl";
import { declaredFacts, firstEntries } from "@/components/skill/overview/declared-facts";
import { Fact, Section, type RailSection } from "@/components/skill/rail-parts";
import { sourceOf } from "@/components/skill/source-of";
import { shortDigest } from "@/lib/platform/i18n/format";
import type { ImageMatch } from "@/lib/running/runners/compare-image";

interface DeclaredProps extends RailSection {
  /** How the declared runtime image compares with what runs here; null where none is declared. */
  image: ImageMatch | null;
}

/** What the author wrote and nobody has checked: source, dates, needs, image. Nothing of it is a finding. */
export function Declared({ skill, image }: DeclaredProps) {
  const t = useTranslations("skill.declared");
  const facts = declaredFacts(skill.manifest);
  const { managed, enabled } = skill.manifest.evolution;
  const isLifecycle = managed || skill.dialects.includes("metadata");
  const { href, name } = sourceOf(skill.manifest);
  const hasSource = skill.manifest.provenance.sourceUrl !== undefined;
  if (facts.length === 0 && !isLifecycle && !hasSource && skill.manifest.runtime?.image === undefined)
    return null;
  return (
    <Section title={t("title")}>
      <dl className="facts">
        {hasSource ? (
          <Fact name={t("source")} mono>
            {href === null ? (
              <span className="break-all">{skill.manifest.provenance.sourceUrl}</span>
            ) : (
              <a className="link break-all" href={href} rel="nofollow noopener">
                {name}
              </a>
            )}
          </Fact>
        ) : null}
        {isLifecycle ? (
          <Fact name={t("evolution")}>
            {t(managed ? (enabled ? "evolution-on" : "evolution-off") : "evolution-static")}
          </Fact>
        ) : null}
        <Image skill={skill} image={image} />
        {facts.map(([fact, values]) => {
          const { shown, more } = firstEntries(values);
          return (
            <Fact key={fact} name={t(fact)} mono>
              <span className="break-all">{shown.join(", ")}</span>
              {more > 0 ? <span className="block text-ink-3">{t("more", { count: more })}</span> : null}
            </Fact>
          );
        })}
      </dl>
      <p className="pt-2 text-13 text-ink-2">{t("remark")}</p>
    </Section>
  );
}

/** The image it names, and whether that is what runs it here. */
function Image({ skill, image }: DeclaredProps) {
  const t = useTranslations("skill.declared");
  const { runtime } = skill.manifest;
  if (runtime?.image === undefined && runtime?.imageDigest === undefined) return null;
  return (
    <Fact name={t("image")} mono title={runtime.imageDigest}>
      <span className="break-all">
        {[runtime.image, runtime.imageDigest === undefined ? undefined : shortDigest(runtime.imageDigest)]
          .filter((part) => part !== undefined)
          .join(" ")}
      </span>
      {image === null ? null : <span className="block text-ink-3">{t(`image-${image}`)}</span>}
    </Fact>
  );
}
