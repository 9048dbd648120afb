import { useTranslations } from "next-intl";
import { SectionHead } from "@/components/ui/section-head";
import { When } from "@/components/ui/when";
import type { ClaimEvent } from "@/lib/catalogue/skill-page/get-skill";

/** How the skill came here, whose it became, and what it was called. */
export function ClaimHistory({ events }: { events: readonly ClaimEvent[] }) {
  const t = useTranslations("skill.versions");
  if (events.length === 0) return null;
  return (
    <section className="part" aria-labelledby="claims">
      <SectionHead id="claims" title={t("history")} />
      <dl className="facts">
        {events.map((event) => (
          <div key={`${event.kind} ${event.occurredAt}`}>
            <dt>
              <What event={event} />
            </dt>
            <dd>
              <When iso={event.occurredAt} as="second" />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function What({ event: { kind, between, renamed } }: { event: ClaimEvent }) {
  const t = useTranslations("skill.versions");
  if (between !== null) return t("history-given", between);
  return renamed === null ? t(NAMES[kind]) : t("history-renamed-from", renamed);
}

const NAMES = {
  "skill:created": "history-created",
  "draft:claimed": "history-claimed",
  "draft:expired": "history-expired",
  "skill:transferred": "history-transferred",
  "skill:renamed": "history-renamed",
} as const;
