import { useTranslations } from "next-intl";
import { SectionHead } from "@/components/ui/section-head";
import { When } from "@/components/ui/when";
import type { ClaimEvent } from "@/lib/registry/list-claim-history";

/** How the skill came here and whose it became. */
export function ClaimHistory({ events }: { events: readonly ClaimEvent[] }) {
  const t = useTranslations("skill.versions");
  if (events.length === 0) return null;
  return (
    <section className="part" aria-labelledby="claims">
      <SectionHead id="claims" title={t("history")} />
      <dl className="facts">
        {events.map(({ kind, occurredAt, between }) => (
          <div key={`${kind} ${occurredAt}`}>
            <dt>{between === null ? t(NAMES[kind]) : t("history-given", between)}</dt>
            <dd>
              <When iso={occurredAt} as="second" />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const NAMES = {
  "skill:created": "history-created",
  "draft:claimed": "history-claimed",
  "draft:expired": "history-expired",
  "skill:transferred": "history-transferred",
} as const;
