import { useTranslations } from "next-intl";
import { Fact, Section, type RailSection } from "@/components/skill/rail-parts";
import type { FromMetadata } from "@/lib/skill-format";

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
