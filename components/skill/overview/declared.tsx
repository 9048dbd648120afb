import { useTranslations } from "next-intl";
import { Section, type RailSection } from "@/components/skill/rail-parts";
import { sourceOf } from "@/components/skill/links";
import { Fact } from "@/components/ui/fact";
import { shortDigest } from "@/lib/platform/i18n/format";
import type { ImageMatch } from "@/lib/running/runners/compare-image";
import type { SkillManifest } from "@/lib/skill-format";

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

/** Message key of a fact under `skill.declared`. */
type DeclaredName =
  | "commit"
  | "created"
  | "updated"
  | "author"
  | "homepage"
  | "pricing"
  | "model"
  | "compatibility"
  | "dependencies"
  | "python"
  | "node"
  | "min-python"
  | "min-node"
  | "call"
  | "triggers"
  | "metadata"
  | "further";

/** Of a long list so many entries are on the page; the rest is counted, and in the API. */
const MOST_SHOWN = 12;
/** So many characters of one entry. */
const LONGEST = 300;

/** What only the author says of a skill, in the order of the page; what is left out is not told. */
function declaredFacts(manifest: SkillManifest): [DeclaredName, string[]][] {
  const { provenance, author, pricing, requirements, invocation } = manifest;
  const facts: [DeclaredName, readonly (string | undefined)[]][] = [
    ["commit", [provenance.sourceHash]],
    ["created", [provenance.createdAt]],
    ["updated", [provenance.updatedAt]],
    ["author", [author.username, author.wallet]],
    ["homepage", [manifest.homepage]],
    ["pricing", pricing === undefined ? [] : [pricing.model, `${pricing.lamports} lamports`]],
    ["model", [manifest.model]],
    ["compatibility", [manifest.compatibility]],
    ["dependencies", requirements.other],
    ["python", requirements.python],
    ["node", requirements.node],
    ["min-python", [requirements.minPython]],
    ["min-node", [requirements.minNode]],
    ["call", [invocation?.kind, invocation?.pattern, invocation?.endpoint]],
    ["triggers", manifest.triggers],
    ["metadata", Object.entries(manifest.metadata).map(([key, value]) => `${key}: ${value}`)],
    ["further", Object.entries(manifest.extensions).map(([key, value]) => `${key}: ${asText(value)}`)],
  ];
  return facts.flatMap(([name, values]) => {
    const said = values.filter((value) => value !== undefined && value.trim() !== "");
    return said.length === 0 ? [] : [[name, said.map((value) => cut(value ?? ""))]];
  });
}

/** The first entries of a list, and how many there are beyond them. */
export function firstEntries<Entry>(entries: readonly Entry[]): { shown: Entry[]; more: number } {
  const shown = entries.slice(0, MOST_SHOWN);
  return { shown, more: entries.length - shown.length };
}

const asText = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text);
