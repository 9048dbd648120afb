import { useTranslations } from "next-intl";
import { CodeBlock } from "@/components/ui/code/code-block";
import { SectionHead } from "@/components/ui/section-head";
import { ShellText } from "@/components/ui/code/shell-text";
import { SiteLink } from "@/components/ui/site-link";

/** The two ways an agent reaches the market, ready to paste. */
export function ForAgents({ origin }: { origin: string }) {
  const t = useTranslations("home.agents");
  const search = `curl ${origin}/v1/agent/search \\\n  -G -d capability=conversion \\\n  -d audit=Audited`;
  const mcp = `claude mcp add --transport http \\\n  emporion ${origin}/mcp`;
  return (
    <section aria-labelledby="for-agents" className="mt-10">
      <SectionHead
        id="for-agents"
        title={t("title")}
        more={
          <SiteLink className="link" href="/docs/api">
            {t("reference")}
          </SiteLink>
        }
      />
      <p className="my-2.5 text-14 text-ink-2">{t("about")}</p>
      <div className="grid gap-2.5">
        <CodeBlock code={search} title="HTTP">
          <ShellText code={search} />
        </CodeBlock>
        <CodeBlock code={mcp} title="MCP">
          <ShellText code={mcp} />
        </CodeBlock>
      </div>
    </section>
  );
}
