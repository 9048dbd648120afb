import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";
import type { CheckedItem } from "@/lib/audits/review/checklist";

const ICONS = { ok: "good", marked: "good", open: "dot", bad: "alert" } as const;

interface ChecklistProps {
  items: readonly CheckedItem[];
  /** Bound to the version. Null where the verifier may not sign. */
  mark: ((form: FormData) => Promise<void>) | null;
}

/** What a machine decided, and what the verifier ticks by hand; one button a line, so that it works without scripts. */
export function Checklist({ items, mark }: ChecklistProps) {
  const t = useTranslations("review");
  return (
    <ul className="checklist">
      {items.map(({ item, state, detail }) => (
        <li key={item}>
          <Icon name={ICONS[state]} />
          <span>
            {t(`check.${item}`)} <span className="text-ink-2">{t(`checkState.${state}`)}</span>
          </span>
          {state === "ok" || mark === null ? (
            <span className="font-mono text-12 text-ink-2">{detail}</span>
          ) : (
            <form action={mark}>
              <input type="hidden" name="item" value={item} />
              <input type="hidden" name="marked" value={state === "marked" ? "no" : "yes"} />
              <button type="submit" className="btn btn-sm">
                {state === "marked" ? t("untick") : t("tick")}
                <span className="vh"> {t(`check.${item}`)}</span>
              </button>
            </form>
          )}
        </li>
      ))}
    </ul>
  );
}
