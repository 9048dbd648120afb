import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Icon, type IconName } from "@/components/ui/icon";
import type { VettingCheck } from "@/lib/publishing/publications/publication";

const ICONS: Record<VettingCheck["state"], IconName> = {
  waiting: "dot",
  running: "hourglass",
  passed: "check",
  warned: "alert",
  failed: "bad",
  skipped: "dot",
};
const COLOURS: Record<VettingCheck["state"], string> = {
  waiting: "text-ink-3",
  running: "text-ink",
  passed: "text-accent",
  warned: "text-caution",
  failed: "text-danger",
  skipped: "text-ink-3",
};

/** Each check of vetting with its outcome and its time, as they finish. */
export function VettingChecks({ checks }: { checks: readonly VettingCheck[] }) {
  const t = useTranslations("publish.check");
  return (
    <CheckLines>
      {checks.map(({ kind, state, ms, counts, reason = "untold" }) => (
        <li key={kind} className={state === "waiting" ? "text-ink-3" : undefined}>
          <Icon name={ICONS[state]} className={COLOURS[state]} />
          <span>
            {state === "skipped"
              ? t(`examples.skipped-${reason}`)
              : isAhead(state)
                ? t(`${kind}.ahead`)
                : t(`${kind}.done`, counts)}
          </span>
          <span className="mono text-12 text-ink-3">
            {state === "skipped"
              ? null
              : ms === null
                ? t(state === "running" ? "running" : "waiting")
                : t("seconds", { seconds: ms / 1000 })}
          </span>
        </li>
      ))}
    </CheckLines>
  );
}

const isAhead = (state: VettingCheck["state"]) => state === "waiting" || state === "running";

/** Checks, one a line: a sign, what it is, and how far it came. */
export function CheckLines({ children }: { children: ReactNode }) {
  return (
    <ul className="*:grid *:grid-cols-[20px_1fr_auto] *:items-center *:gap-2.5 *:border-b *:border-line *:py-2.25 *:text-14">
      {children}
    </ul>
  );
}
