import { useLocale, useTranslations } from "next-intl";
import { CompareTick } from "@/components/compare/compare-form";
import { SkillMark } from "@/components/marks/skill-mark";
import { Sparkline } from "@/components/marks/sparkline";
import { languageOf } from "@/components/skill/files/language-of";
import type { RowFact } from "@/components/skill/row/shared-facts";
import { SkillMeta } from "@/components/skill/row/skill-meta";
import { takesGives } from "@/components/skill/row/takes-gives";
import { SkillName } from "@/components/skill/skill-name";
import { Icon } from "@/components/ui/icon";
import { Price } from "@/components/ui/price";
import { formatCompact, formatCount } from "@/lib/platform/i18n/format";
import type { Resembled } from "@/lib/registry/names/confusable-names";
import type { MarkedPiece } from "@/lib/search/words/mark-words";
import type { SkillRow } from "@/lib/registry/views";

export interface SkillRowItemProps {
  skill: SkillRow;
  /** Calls on each of the last 14 days; without them only their sum is shown. */
  callsByDay?: readonly number[] | undefined;
  heading?: "h2" | "h3";
  /** False where all rows are of one publisher. */
  publisher?: boolean;
  /** True in a list whose skills can be ticked to be compared. */
  compared?: boolean;
  /** The older skill that this one may be taken for. */
  resembled?: Resembled | undefined;
  /** Its description in pieces, of which those are marked that a search found it by. */
  marked?: readonly MarkedPiece[] | undefined;
  /** Facts that are said above the list, for all its rows. */
  said?: ReadonlySet<RowFact> | undefined;
}

/**
 * One result: its sign, name, description in its own language, what goes in and comes out, and the facts in which it
 * differs from the others; use and price in columns of their own.
 */
export function SkillRowItem({
  skill,
  callsByDay,
  heading = "h2",
  publisher = true,
  compared = false,
  resembled,
  marked,
  said,
}: SkillRowItemProps) {
  const t = useTranslations("common");
  const io = takesGives(skill, t);
  const locale = useLocale();
  return (
    <li>
      <SkillMark skill={skill} />
      <div>
        <SkillName skill={skill} heading={heading} version publisher={publisher} />
        <p className="row-text" lang={languageOf(skill.contentLanguage)}>
          {marked === undefined ? skill.description : <MarkedText pieces={marked} />}
        </p>
        {resembled === undefined ? null : (
          <p className="flex items-center gap-2 pt-1 text-13 text-caution">
            <Icon name="alert" size={15} />
            {t("resembles", { ...resembled })}
          </p>
        )}
        {io === null ? null : <p className="row-io">{io}</p>}
        <SkillMeta skill={skill} said={said} />
      </div>
      <div className="row-use">
        {skill.calls7d > 0 ? (
          <span title={formatCount(skill.calls7d)}>
            {callsByDay === undefined ? null : <Sparkline values={callsByDay} />}
            {formatCompact(skill.calls7d, locale)}
            <small>{t("calls-7d")}</small>
          </span>
        ) : null}
      </div>
      <div className="row-price">
        <Price lamports={skill.priceLamports} />
        {compared ? <CompareTick slug={skill.slug} name={skill.displayName} /> : null}
      </div>
    </li>
  );
}

/** A text in pieces, of which those are marked that a search found it by. */
function MarkedText({ pieces }: { pieces: readonly MarkedPiece[] }) {
  return pieces.map((piece, i) =>
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text never change places
    piece.marked ? <mark key={i}>{piece.text}</mark> : piece.text,
  );
}
