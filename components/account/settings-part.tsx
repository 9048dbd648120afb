import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ConfirmedNote } from "@/components/account/confirmed-note";
import { refusedField, type SettingsOutcome } from "@/components/account/settings-outcome";
import { ToField } from "@/components/forms/to-field";
import { Note } from "@/components/ui/note";
import { SectionHead } from "@/components/ui/section-head";

/** Parts that can be refused without one field being at fault. */
const EXPLAINED = ["wallets", "close"] as const;

/** What is said of doing something too often, where it is no guess at a password. */
const LIMITED: Readonly<Record<string, "limited-mail" | "limited-checks">> = {
  mails: "limited-mail",
  checks: "limited-checks",
};

interface SettingsPartProps {
  id:
    | "name"
    | "language"
    | "email"
    | "password"
    | "wallets"
    | "domains"
    | "mails"
    | "keys"
    | "access"
    | "sessions"
    | "close";
  title: string;
  outcome: SettingsOutcome;
  /** What is said when a mail is on its way. */
  sent?: ReactNode;
  children: ReactNode;
}

/** One matter of an account, with what came of the last change of it. */
export function SettingsPart({ id, title, outcome, sent, children }: SettingsPartProps) {
  const t = useTranslations("settings.outcome");
  return (
    <section aria-labelledby={id}>
      <SectionHead id={id} title={title} />
      <div className="pt-4">
        {outcome.confirmed === id ? <ConfirmedNote /> : null}
        {[outcome.done, outcome.sent, outcome.problem, outcome.limited].includes(id) ? (
          <div role="status" className="mb-4">
            {outcome.done === id ? <Note tone="ok" title={t("done")} /> : null}
            {outcome.sent === id ? (
              <Note tone="ok" title={t("sent")}>
                {sent}
              </Note>
            ) : null}
            {[outcome.problem, outcome.limited].includes(id) ? (
              <Note tone="bad" title={t("refused")}>
                <Reason part={id} outcome={outcome} />
              </Note>
            ) : null}
          </div>
        ) : null}
        {children}
      </div>
    </section>
  );
}

function Reason({ part, outcome }: { part: SettingsPartProps["id"]; outcome: SettingsOutcome }) {
  const t = useTranslations("settings.outcome");
  const refused = refusedField(part, outcome);
  const explained = EXPLAINED.find((each) => each === part);
  if (outcome.limited === part) return t(LIMITED[outcome.of ?? ""] ?? "limited");
  if (refused?.id === part) return t(`fields.${refused.message}`); // it is about no field, and one is here already
  if (refused) return <ToField id={refused.id}>{t(`fields.${refused.message}`)}</ToField>;
  return explained ? t(explained) : null;
}
