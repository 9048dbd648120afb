import { useTranslations } from "next-intl";
import { Fragment, type ReactNode } from "react";
import { comparePath, namedSkill } from "@/components/compare/compare-form";
import { Sparkline } from "@/components/marks/sparkline";
import { latencyText, runtimeText, successText } from "@/components/skill/overview/figures";
import { Declared } from "@/components/skill/overview/declared";
import { declaredPlatforms, platformName } from "@/components/skill/install/platform-name";
import { Section, type RailSection, Rating } from "@/components/skill/rail-parts";
import { Fact } from "@/components/ui/fact";
import { skillPath } from "@/components/skill/links";
import { SideColumn } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import { formatCount, formatSize, shortAddress, shortDigest } from "@/lib/platform/i18n/format";
import type { SkillDetail } from "@/lib/registry/views";
import type { ImageMatch } from "@/lib/running/runners/compare-image";
import {
  dialectTitle,
  type SkillManifest,
  type FromMetadata,
  policyOf,
  statedHints,
} from "@/lib/skill-format";
import { YesNo } from "@/components/skill/security/access";

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
    { href: skillPath(skill.slug, "questions"), words: t("skill.report.ask") },
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

/**
 * What the formats of a skill call themselves: those its file names, otherwise those it shows signs of. Every SKILL.md
 * is an Agent Skill, so that is told only where nothing else is.
 */
function formatNames({ dialects }: Pick<SkillManifest, "dialects">): string[] {
  const named = dialects.declared.length > 0 ? dialects.declared : dialects.detected;
  const special = named.filter((dialect) => dialect !== "agent-skills");
  return (special.length > 0 ? special : (["agent-skills"] as const)).map(dialectTitle);
}

type Name = "version" | "author" | "env" | "bins" | "any-bins" | "config" | "os" | "install" | "homepage";

/** What the author wrote under `metadata:`, and what OpenClaw asks of a machine there. */
export function StatedInMetadata({ skill }: RailSection) {
  const t = useTranslations("skill.from-metadata");
  const stated = skill.manifest.fromMetadata;
  if (stated === undefined) return null;
  return (
    <Section title={t("title")}>
      <dl className="facts">
        {factsOf(stated).map(([name, texts]) => (
          <Fact key={name} name={t(name)} mono>
            <span className="break-all">{texts.join(", ")}</span>
          </Fact>
        ))}
      </dl>
      <p className="pt-2 text-13 text-ink-2">{t("remark", { places: placesOf(stated).join(", ") })}</p>
    </Section>
  );
}

/** What is said, in the order of the page. */
function factsOf({ version, author, openClaw }: FromMetadata): [Name, readonly string[]][] {
  const facts: [Name, readonly string[]][] = [
    ["version", one(version)],
    ["author", one(author)],
    ["env", openClaw?.env ?? []],
    ["bins", openClaw?.bins ?? []],
    ["any-bins", openClaw?.anyBins ?? []],
    ["config", openClaw?.config ?? []],
    ["os", openClaw?.os ?? []],
    [
      "install",
      (openClaw?.install ?? []).map(({ kind, name }) => (name === undefined ? kind : `${kind}: ${name}`)),
    ],
    ["homepage", one(openClaw?.homepage)],
  ];
  return facts.filter(([, texts]) => texts.length > 0);
}

function placesOf({ version, author, openClaw }: FromMetadata): string[] {
  return [
    ...(version === undefined ? [] : ["metadata.version"]),
    ...(author === undefined ? [] : ["metadata.author"]),
    ...(openClaw === undefined ? [] : [`metadata.${openClaw.key}`]),
  ];
}

const one = (text: string | undefined) => (text === undefined ? [] : [text]);

const HINT_NAMES = {
  readOnly: "read-only",
  destructive: "destructive",
  idempotent: "safe-to-retry",
  openWorld: "reaches-outside",
} as const;

const HINTS = ["readOnly", "destructive", "idempotent", "openWorld"] as const;

/** What follows from each of them. */
const EFFECTS = {
  readOnly: ["abTaskMarked"],
  destructive: ["higherBond"],
  idempotent: ["automaticRetry", "sandboxReplay"],
  openWorld: ["integrationTestRequired"],
} as const;

/** These happen to calls that are made here. */
const WHEN_CALLED: ReadonlySet<string> = new Set(["automaticRetry", "sandboxReplay"]);

/**
 * The four behaviour hints in plain words, who states each, what follows from it, and which of it somebody enforces: a skill that runs here
 * has no network.
 */
export function Behaviour({ skill }: RailSection) {
  const t = useTranslations("skill.behaviour");
  const { origins, ...stated } = statedHints(skill.manifest);
  const policy = policyOf(skill.manifest);
  const isEnforced = skill.runnable && stated.openWorld === false;
  const said = HINTS.filter((hint) => stated[hint] !== null && stated[hint] !== undefined);
  const undeclared = HINTS.filter((hint) => !said.includes(hint));
  return (
    <Section title={t("title")}>
      <dl className="facts">
        {said.map((hint) => (
          <Fact key={hint} name={t(HINT_NAMES[hint])}>
            <YesNo value={stated[hint]} origin={origins[hint]} />
            {EFFECTS[hint].map((effect) =>
              stated[hint] === true && policy[effect] && (skill.runnable || !WHEN_CALLED.has(effect)) ? (
                <span key={effect} className="block text-ink-3">
                  {t(`effects.${effect}`)}
                </span>
              ) : null,
            )}
            {hint === "openWorld" && isEnforced ? (
              <span className="block text-ink-3">{t("enforced")}</span>
            ) : null}
          </Fact>
        ))}
        {undeclared.length === 0 ? null : (
          <Fact name={t("undeclared")}>{undeclared.map((hint) => t(HINT_NAMES[hint])).join(t("comma"))}</Fact>
        )}
      </dl>
      <p className="pt-2 text-13 text-ink-2">
        {t(skill.runnable ? (said.length === 0 ? "runs-here-alone" : "runs-here") : "only-declared")}
      </p>
    </Section>
  );
}
