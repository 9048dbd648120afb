import { useTranslations } from "next-intl";
import { AgentBadge } from "@/components/skill/agent-badge";
import { Avatar } from "@/components/ui/avatar";
import type { ReviewView } from "@/lib/audits/review/get-review";

/** Who published it, and the agent it says wrote it. */
export function ReviewAuthor({ review: { publisher, agent, versions } }: { review: ReviewView }) {
  const t = useTranslations("review");
  return (
    <section aria-labelledby="author">
      <h2 id="author">{t("author")}</h2>
      <div className="grid justify-items-start gap-1.5 text-13">
        {publisher === null ? null : (
          <span className="flex items-center gap-2 font-semibold">
            <Avatar name={publisher} /> {publisher}
          </span>
        )}
        {agent === null ? null : <AgentBadge agent={agent} />}
        <span className="text-ink-2">{t("versionsAndAgent", { versions })}</span>
      </div>
    </section>
  );
}
