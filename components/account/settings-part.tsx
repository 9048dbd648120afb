import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { SectionHead } from "@/components/ui/section-head";
import { Note } from "@/components/ui/note";

interface SettingsPartProps {
  id: "name" | "language" | "password" | "wallets" | "keys" | "sessions" | "close";
  title: string;
  /** Which part was changed, or refused, last. */
  outcome: { done?: string; problem?: string };
  children: ReactNode;
}

/** One matter of an account, with what came of the last change of it. */
export function SettingsPart({ id, title, outcome, children }: SettingsPartProps) {
  const t = useTranslations("settings.outcome");
  return (
    <section aria-labelledby={id}>
      <SectionHead id={id} title={title} />
      <div className="pt-4">
        {outcome.done === id || outcome.problem === id ? (
          <div role="status" className="mb-4">
            {outcome.done === id ? (
              <Note tone="ok" title={t("done")} />
            ) : (
              <Note tone="bad" title={t("refused")}>
                {id === "name" || id === "password" || id === "wallets" || id === "close" ? t(id) : null}
              </Note>
            )}
          </div>
        ) : null}
        {children}
      </div>
    </section>
  );
}
