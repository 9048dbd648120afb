import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";
import type { CheckedItem } from "@/lib/audits/review/checklist";

const ICONS = { ok: "good", marked: "good", open: "dot", unsettled: "alert", bad: "alert" } as const;
const COLOURS = {
  ok: "text-accent",
  marked: "text-accent",
  open: "text-ink-3",
  unsettled: "text-caution",
  bad: "text-caution",
} as const;

/** Findings that nobody has accepted yet do not look like a tick that is still to be made. */
const lookOf = ({ item, byHand, state }: CheckedItem) =>
  state === "open" && !byHand && item !== "examples_replayed" ? "unsettled" : state;

interface ChecklistProps {
  items: readonly CheckedItem[];
  /** Bound to the version. Null where the verifier may not sign. */
  mark: ((form: FormData) => Promise<void>) | null;
}

/**
 * What the verifier says, and apart from it what the market found by itself; one button a line, so that it works without
 * scripts.
 */
export function Checklist({ items, mark }: ChecklistProps) {
  const t = useTranslations("review");
  const done = items.filter(({ state }) => state === "ok" || state === "marked").length;
  return (
    <section id="checklist" aria-labelledby="checklist-title">
      <h2 id="checklist-title">
        {t("checklist")} <span className="count">{t("checkCount", { done, all: items.length })}</span>
      </h2>
      {[true, false].map((byHand) => (
        <section key={String(byHand)} aria-labelledby={`checked-${byHand ? "by-you" : "by-market"}`}>
          <h3 id={`checked-${byHand ? "by-you" : "by-market"}`} className="mt-2.5 text-13 font-semibold">
            {t(byHand ? "byYou" : "byMarket")}
          </h3>
          <ul className="checklist">
            {items
              .filter((checked) => checked.byHand === byHand)
              .map((checked) => (
                <Line key={checked.item} checked={checked} mark={mark} />
              ))}
          </ul>
        </section>
      ))}
      <p className="mt-2 text-12 text-ink-3">{t("settleFindings")}</p>
    </section>
  );
}

function Line({ checked, mark }: { checked: CheckedItem } & Pick<ChecklistProps, "mark">) {
  const t = useTranslations("review");
  const { item, byHand, state, detail } = checked;
  const look = lookOf(checked);
  return (
    <li>
      <Icon name={ICONS[look]} size={16} className={`mt-px ${COLOURS[look]}`} />
      <span>
        {t(`check.${item}`)} <span className="vh">{t(`checkState.${state}`)}</span>
      </span>
      <span className="flex items-center gap-2">
        <span className="font-mono text-12 text-ink-2">{detail}</span>
        {byHand && item !== "files_read" && mark !== null ? (
          <form action={mark}>
            <input type="hidden" name="item" value={item} />
            <input type="hidden" name="marked" value={state === "marked" ? "no" : "yes"} />
            <button type="submit" className="btn btn-sm" data-keep-focus={item}>
              {state === "marked" ? t("untick") : t("tick")}
              <span className="vh"> {t(`check.${item}`)}</span>
            </button>
          </form>
        ) : null}
      </span>
    </li>
  );
}
