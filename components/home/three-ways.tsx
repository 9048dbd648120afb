import { useTranslations } from "next-intl";
import { lockCommand } from "@/components/skill/install/commands";
import { CodeBlock } from "@/components/ui/code/code-block";
import { PageSection } from "@/components/ui/page-parts";
import { ShellText } from "@/components/ui/code/shell-text";
import { SiteLink } from "@/components/ui/site-link";
import type { HomeView } from "@/lib/registry/views";

/** The three ways to use a skill, each with its one line; the lines name a skill that is there. */
export function ThreeWays({ origin, shown }: { origin: string; shown: HomeView["shown"] }) {
  const t = useTranslations("home.ways");
  const lines = [
    ...(shown === null
      ? []
      : ([
          ["install", lockCommand(origin, shown.skill)],
          ["call", callCommand(origin, shown)],
        ] as const)),
    ["connect", `claude mcp add --transport http emporion ${origin}/mcp`],
  ] as const;
  return (
    <PageSection
      id="ways"
      title={t("title")}
      more={
        <SiteLink className="link" href="/docs/api">
          {t("reference")}
        </SiteLink>
      }
      className="mt-10"
    >
      <div className="mt-3.5 grid grid-cols-[repeat(auto-fit,minmax(min(100%,300px),1fr))] gap-x-8 gap-y-5">
        {lines.map(([way, line]) => (
          <div key={way} className="flex min-w-0 flex-col">
            <h3 className="font-semibold">{t(`${way}.title`)}</h3>
            <p className="mb-2 grow text-14 text-ink-2">{t(`${way}.about`)}</p>
            <CodeBlock code={line} title={t(`${way}.bar`)} wrap>
              <ShellText code={line} />
            </CodeBlock>
          </div>
        ))}
      </div>
    </PageSection>
  );
}

/** One line for a shell: a quote in the input is written as JSON can. */
function callCommand(origin: string, { skill, example }: NonNullable<HomeView["shown"]>): string {
  const body = JSON.stringify({ version: skill.version, input: example.input }).replaceAll("'", "\\u0027");
  return `curl ${origin}/v1/skills/${encodeURIComponent(skill.slug)}/run --json '${body}'`;
}
