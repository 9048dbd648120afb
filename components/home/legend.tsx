import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { auditWordClass, Seal } from "@/components/marks/seal";
import { TrustMark } from "@/components/marks/trust-mark";

const STATES = ["Audited", "Optimistic", "Unverified"] as const;
const LEVELS = ["verified", "community", "sandbox"] as const;

/** The six marks and what they say, before any list uses them. */
export function Legend() {
  const t = useTranslations("home.legend");
  const common = useTranslations("common");
  return (
    <section className="border-y border-line bg-surface" aria-label={t("label")}>
      <div className="wrap grid grid-cols-[1fr_1fr] to-1100:grid-cols-[1fr]">
        <Half title={t("who-checked")} className="pe-8 to-1100:pe-0">
          {STATES.map((state) => (
            <Meaning
              key={state}
              mark={<Seal state={state} size={24} />}
              word={common(`audit.${state}`)}
              says={t(state)}
              color={auditWordClass(state)}
            />
          ))}
        </Half>
        <Half
          title={t("who-stands")}
          className="border-s border-line ps-8 to-1100:border-s-0 to-1100:border-t to-1100:ps-0"
        >
          {LEVELS.map((level) => (
            <Meaning
              key={level}
              mark={<TrustMark level={level} size={24} />}
              word={common(`trust.${level}`)}
              says={t(level)}
            />
          ))}
        </Half>
      </div>
    </section>
  );
}

const STACKED = "to-720:grid-cols-[1fr] to-720:gap-3";

function Half({ title, className, children }: { title: string; className: string; children: ReactNode }) {
  return (
    <div className={`grid grid-cols-[118px_1fr] gap-4.5 py-5.5 ${STACKED} ${className}`}>
      <h2 className="font-serif text-18 leading-tight font-medium">{title}</h2>
      <dl className={`grid grid-cols-[repeat(3,1fr)] gap-4.5 ${STACKED}`}>{children}</dl>
    </div>
  );
}

interface MeaningProps {
  mark: ReactNode;
  word: string;
  says: string;
  /** The class of the word's colour. */
  color?: string;
}

function Meaning({ mark, word, says, color = "" }: MeaningProps) {
  return (
    <div className="to-720:grid to-720:grid-cols-[116px_1fr] to-720:gap-2.5">
      <dt className={`mark gap-2.25 text-15 font-semibold ${color}`}>
        {mark}
        {word}
      </dt>
      <dd className="mt-1.25 text-13 leading-[1.45] text-ink-2 to-720:mt-px">{says}</dd>
    </div>
  );
}
