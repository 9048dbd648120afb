import { useTranslations, useLocale } from "next-intl";
import { CodeBlock } from "@/components/ui/code/code-block";
import { CodeMeaning } from "@/components/ui/code/code-meaning";
import { ShellText } from "@/components/ui/code/shell-text";
import { findEndpoint, endpointCommand, provenDomainOf } from "@/lib/conversion/call-command";
import { issueMeanings } from "@/lib/platform/i18n/code-meanings";
import { shownDomain } from "@/lib/platform/i18n/format-domain";
import type { SkillDetail } from "@/lib/registry/views";
import { explainObstacle, obstacleNames, type CallObstacle } from "@/lib/skill-format/issues/call-obstacles";

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

/** Why the market makes no calls of a version, each cause as one sentence in the reader's language. */
export function WhyNotCalled({ obstacles }: { obstacles: readonly CallObstacle[] }) {
  const meanings = issueMeanings(useLocale(), [{ issues: obstacles.map(toIssue) }]);
  return obstacles.map((obstacle) => (
    <span key={obstacle.code} className="block wrap-anywhere">
      <CodeMeaning
        meaning={meanings?.byCode[obstacle.code]}
        message={explainObstacle(obstacle)}
        path={obstacleNames(obstacle)}
      />
    </span>
  ));
}

const toIssue = ({ code }: CallObstacle) => ({ code });

type Facts = Pick<SkillDetail, "runnable" | "withdrawn" | "priceLamports">;

/**
 * Whether the page has a form for calls: of a withdrawn version only where one may have been paid for and not made yet.
 */
export function isCalled({ runnable, withdrawn, priceLamports }: Facts): boolean {
  return runnable && (!withdrawn || priceLamports !== "0");
}
