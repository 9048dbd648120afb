import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { SectionHead } from "@/components/ui/section-head";
import { Note } from "@/components/ui/note";

/** Parts that say why they were refused. */
const EXPLAINED = ["name", "password", "wallets", "close"] as const;

interface SettingsPartProps {
  id: "name" | "language" | "password" | "wallets" | "mails" | "keys" | "sessions" | "close";
  title: string;
  /** Which part was changed, or refused, or tried too often, last. */
  outcome: { done?: string; problem?: string; limited?: string };
  children: ReactNode;
}

/** One matter of an account, with what came of the last change of it. */
export function SettingsPart({ id, title, outcome, children }: SettingsPartProps) {
  const t = useTranslations("settings.outcome");
  const explained = EXPLAINED.find((part) => part === id);
  return (
    <section aria-labelledby={id}>
      <SectionHead id={id} title={title} />
      <div className="pt-4">
        {[outcome.done, outcome.problem, outcome.limited].includes(id) ? (
          <div role="status" className="mb-4">
            {outcome.done === id ? (
              <Note tone="ok" title={t("done")} />
            ) : (
              <Note tone="bad" title={t("refused")}>
                {outcome.limited === id ? t("limited") : explained && t(explained)}
              </Note>
            )}
          </div>
        ) : null}
        {children}
      </div>
    </section>
  );
}
