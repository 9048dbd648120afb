import { useTranslations } from "next-intl";
import { EndpointCall } from "@/components/run/endpoint-call";
import { WhyNotCalled } from "@/components/run/why-not-called";
import { findEndpoint } from "@/lib/conversion/call-command";
import type { SkillDetail } from "@/lib/registry/views";

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
