import type { ReactNode } from "react";
import { Icon, type IconName } from "@/components/ui/icon";

type Tone = "neutral" | "ok" | "warn" | "bad";

const ICONS: Record<Tone, IconName> = { neutral: "info", ok: "good", warn: "alert", bad: "bad" };

/** A notice: what is the case in bold, then what to do; an action at the right if there is one. */
export function Note({
  tone = "neutral",
  title,
  children,
  action,
}: {
  tone?: Tone;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={tone === "neutral" ? "note" : `note note-${tone}`}>
      <Icon name={ICONS[tone]} size={17} />
      <div>
        <b>{title}</b>
        {children ? <p>{children}</p> : null}
      </div>
      {action}
    </div>
  );
}

/** What is missing, why, and the next step. */
export function Empty({
  title,
  children,
  actions,
  heading: Heading = "h2",
}: {
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  heading?: "h2" | "h3";
}) {
  return (
    <div className="empty">
      <Heading>{title}</Heading>
      {children ? <p>{children}</p> : null}
      {actions ? <div className="acts">{actions}</div> : null}
    </div>
  );
}
