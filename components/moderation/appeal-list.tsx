import { useTranslations } from "next-intl";
import { When } from "@/components/ui/when";

interface Appeal {
  id: string;
  text: string;
  state: string;
  decision: string | null;
  createdAt: Date;
}

const STATES = ["open", "granted", "denied"] as const;

/** What the owner asked and what was answered. */
export function AppealList({ appeals }: { appeals: readonly Appeal[] }) {
  const t = useTranslations("quarantine");
  return (
    <ul className="divide-y divide-line">
      {appeals.map((appeal) => {
        const state = STATES.find((each) => each === appeal.state) ?? "open";
        return (
          <li key={appeal.id} className="grid gap-2 py-3 text-14">
            <p className="flex flex-wrap gap-2">
              <span className="pill">{t(`state.${state}`)}</span>
              <When iso={appeal.createdAt.toISOString()} as="day" />
            </p>
            <p className="whitespace-pre-line wrap-anywhere text-ink-2">{appeal.text}</p>
            {appeal.decision === null ? null : (
              <p className="whitespace-pre-line wrap-anywhere">{t("answer", { text: appeal.decision })}</p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
