import { useTranslations } from "next-intl";
import { CodeBlock } from "@/components/ui/code/code-block";
import { ShellText } from "@/components/ui/code/shell-text";
import { endpointCommand, provenDomainOf } from "@/lib/conversion/call-command";
import { shownDomain } from "@/lib/i18n/format-domain";
import type { SkillDetail } from "@/lib/registry/views";

/** How an agent calls a skill at its publisher's own address, whose that is, and that nobody here has looked at it. */
export function EndpointCall({
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
