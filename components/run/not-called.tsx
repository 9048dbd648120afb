import { useTranslations } from "next-intl";
import { WhyNotCalled } from "@/components/run/why-not-called";
import { findEndpoint, endpointCommand, provenDomainOf } from "@/lib/conversion/call-command";
import type { SkillDetail } from "@/lib/registry/views";
import { CodeBlock } from "@/components/ui/code/code-block";
import { ShellText } from "@/components/ui/code/shell-text";
import { shownDomain } from "@/lib/platform/i18n/format";

type Shown = Pick<SkillDetail, "runnable" | "obstacles" | "manifest" | "publisherDomains">;

/** Stands where a skill would be called: it was withdrawn, or why the market makes no calls of it, and who does. */
export function NotCalled({ skill }: { skill: Shown }) {
  const t = useTranslations("run");
  return <div className="text-14 text-ink-2">{skill.runnable ? t("withdrawn") : <Why skill={skill} />}</div>;
}

function Why({ skill }: { skill: Shown }) {
  const t = useTranslations("run");
  const endpoint = findEndpoint(skill.manifest);
  if (skill.obstacles.length === 0) return t("notRunnable");
  return (
    <>
      <WhyNotCalled obstacles={skill.obstacles} />
      {endpoint === null ? null : <EndpointCall endpoint={endpoint} skill={skill} />}
    </>
  );
}

/** How an agent calls a skill at its publisher's own address, whose that is, and that nobody here has looked at it. */
function EndpointCall({
  endpoint,
  skill: { manifest, publisherDomains },
}: {
  endpoint: string;
  skill: Pick<SkillDetail, "manifest" | "publisherDomains">;
}) {
  const t = useTranslations("run.endpoint");
  const host = shownDomain(new URL(endpoint).host);
  const proven = provenDomainOf(endpoint, publisherDomains);
  const code = endpointCommand(endpoint, manifest);
  return (
    <div className="mt-3">
      <p>{t("how")}</p>
      <p className="mt-1 wrap-anywhere">
        {proven === null
          ? t("unproven", { host })
          : t("proven", { host, domain: shownDomain(proven.domain) })}
      </p>
      <div className="mt-2">
        <CodeBlock code={code} title="curl" wrap>
          <ShellText code={code} />
        </CodeBlock>
      </div>
    </div>
  );
}
