import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CompareTick } from "@/components/compare/compare-form";
import { AuditWords, Seal, TrustMark } from "@/components/marks/audit-mark";
import { SkillMark } from "@/components/marks/skill-mark";
import { Sparkline } from "@/components/marks/sparkline";
import { Proven } from "@/components/skill/examples/proven";
import { languageOf } from "@/components/skill/files/language-of";
import { AgentBadge, SkillName } from "@/components/skill/publisher";
import { AccessText, accessWords, undeclaredWords } from "@/components/skill/security/access";
import { Icon } from "@/components/ui/icon";
import { Price } from "@/components/ui/values";
import { formatCompact, formatCount } from "@/lib/platform/i18n/format";
import type { Resembled } from "@/lib/registry/names/confusable-names";
import type { MarkedPiece } from "@/lib/search/words/mark-words";
import type { SkillRow, AccessView } from "@/lib/registry/views";

interface SkillRowsProps {
  rows: readonly SkillRow[];
  heading?: "h2" | "h3";
  /** True in a list whose skills can be ticked to be compared. */
  compared?: boolean;
  /** What else the row of a skill is given. */
  of?: (skill: SkillRow, index: number) => Omit<SkillRowItemProps, "skill">;
  label?: string;
  labelledBy?: string;
}

/** A list of skills; what is the same for all of them is said once above it. */
export function SkillRows({ rows, heading = "h2", compared = false, of, label, labelledBy }: SkillRowsProps) {
  const said = sharedFacts(rows);
  return (
    <>
      <SharedFacts rows={rows} facts={said} />
      <ol className="rows" aria-label={label} aria-labelledby={labelledBy}>
        {rows.map((skill, index) => (
          <SkillRowItem
            key={skill.id}
            skill={skill}
            heading={heading}
            compared={compared}
            said={said}
            {...of?.(skill, index)}
          />
        ))}
      </ol>
    </>
  );
}

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
  /** Words of the search that it has nothing of. */
  missing?: readonly string[] | undefined;
  /** Facts that are said above the list, for all its rows. */
  said?: ReadonlySet<RowFact> | undefined;
}

/**
 * One result on two lines: its name and what it does, in its own language; then the facts in which it differs from the
 * others. What its search or its state has to say comes between them. The price stands at the end.
 */
export function SkillRowItem({
  skill,
  callsByDay,
  heading = "h2",
  publisher = true,
  compared = false,
  resembled,
  marked,
  missing,
  said,
}: SkillRowItemProps) {
  const t = useTranslations("common");
  return (
    <li>
      <SkillMark skill={skill} />
      <div className="row-head">
        <SkillName skill={skill} heading={heading} version />
        <p
          className={marked?.some((piece) => piece.marked) ? "row-text row-found" : "row-text"}
          lang={languageOf(skill.contentLanguage)}
          title={skill.description}
        >
          {marked === undefined ? skill.description : <MarkedText pieces={marked} />}
        </p>
        {!missing?.length ? null : (
          <p className="row-remark text-ink-3">
            {t("without-words")}{" "}
            {missing.map((word) => (
              <s key={word} className="me-2 wrap-anywhere">
                {word}
              </s>
            ))}
          </p>
        )}
        {resembled === undefined ? null : <RowWarning>{t("resembles", { ...resembled })}</RowWarning>}
        {skill.deprecated === null ? null : (
          <RowWarning>
            {skill.deprecated.successor === null
              ? t("deprecated")
              : t("deprecated-by", { name: skill.deprecated.successor })}
          </RowWarning>
        )}
      </div>
      <SkillMeta skill={skill} said={said} publisher={publisher} callsByDay={callsByDay} />
      {compared ? <CompareTick slug={skill.slug} name={skill.displayName} /> : null}
      <div className="row-price">
        <Price lamports={skill.priceLamports} />
      </div>
    </li>
  );
}

function RowWarning({ children }: { children: ReactNode }) {
  return (
    <p className="row-remark flex items-center gap-2 text-caution">
      <Icon name="alert" size={15} />
      {children}
    </p>
  );
}

/** A text in pieces, of which those are marked that a search found it by. */
function MarkedText({ pieces }: { pieces: readonly MarkedPiece[] }) {
  return pieces.map((piece, i) =>
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text never change places
    piece.marked ? <mark key={i}>{piece.text}</mark> : piece.text,
  );
}

interface SkillMetaProps {
  skill: SkillRow;
  /** What is said above the list already. */
  said: ReadonlySet<RowFact> | undefined;
  publisher: boolean;
  callsByDay: readonly number[] | undefined;
}

/** What waits for a decision, as the skill's own page says it. */
const CHALLENGED = ["open", "carried", "quiet"] as const;

/**
 * Who checked it, who stands behind it, proof, what it may touch, whose it is and how it is used: the same order in every
 * row. Whose it is, and what goes in and comes out, is cut where the line ends.
 */
function SkillMeta({ skill, said, publisher, callsByDay }: SkillMetaProps) {
  const t = useTranslations("common");
  const locale = useLocale();
  const io = takesGives(skill, t);
  const { average, count } = skill.rating;
  const fact = (name: RowFact) =>
    said?.has(name) ? null : (
      <li key={name}>
        <FactWords fact={name} skill={skill} />
      </li>
    );
  const rest = [
    publisher && skill.authorAgent ? <AgentBadge key="agent" agent={skill.authorAgent} /> : null,
    publisher && !skill.authorAgent && skill.publisher ? <span key="by">{skill.publisher}</span> : null,
    said?.has("platforms") ? null : (
      <span key="platforms">
        <FactWords fact="platforms" skill={skill} />
      </span>
    ),
    io === null ? null : <span key="io">{io}</span>,
  ].filter((item) => item !== null);
  const facts = [
    fact("audit"),
    ...CHALLENGED.flatMap((kind) =>
      skill.challenges[kind] === 0
        ? []
        : [
            <li key={kind} className={kind === "quiet" ? "text-ink-3" : "font-medium text-caution"}>
              {t(`challenges.${kind}`, { count: skill.challenges[kind] })}
            </li>,
          ],
    ),
    fact("trust"),
    skill.examplesTotal > 0 ? fact("proven") : null,
    fact("access"),
    average === null ? null : <li key="rated">{t("rated", { average: average.toFixed(1), count })}</li>,
    skill.calls7d > 0 ? (
      <li key="calls" title={formatCount(skill.calls7d)}>
        {callsByDay === undefined ? null : <Sparkline values={callsByDay} />}
        <span className="font-mono">{formatCompact(skill.calls7d, locale)}</span> {t("calls-7d")}
      </li>
    ) : null,
    rest.length === 0 ? null : (
      <li key="rest" className="row-rest">
        {rest}
      </li>
    ),
  ].filter((item) => item !== null);
  return facts.length === 0 ? null : <ul className="row-meta">{facts}</ul>;
}

/** Above a list: the facts in which its rows do not differ. Nothing where they differ in each. */
function SharedFacts({ rows, facts }: { rows: readonly SkillRow[]; facts: ReadonlySet<RowFact> }) {
  const t = useTranslations("common");
  const [first] = rows;
  if (first === undefined || facts.size === 0) return null;
  return (
    <div className="rows-shared">
      <p>{t("all-here")}</p>
      <ul className="row-meta">
        {[...facts].map((fact) => (
          <li key={fact}>
            <FactWords fact={fact} skill={first} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function FactWords({ fact, skill }: { fact: RowFact; skill: SkillRow }) {
  const t = useTranslations("common");
  switch (fact) {
    case "audit":
      return (
        <>
          <Seal state={skill.auditState} size={16} />
          <AuditWords skill={skill} />
        </>
      );
    case "trust":
      return (
        <>
          <TrustMark level={skill.trustLevel} size={16} />
          {t(`trust.${skill.trustLevel}`)}
        </>
      );
    case "proven":
      return <Proven proven={skill.examplesProven} total={skill.examplesTotal} />;
    case "access":
      return <AccessSummary access={skill.access} />;
    case "platforms":
      return skill.convertsTo.length > 0 ? t("platforms", { count: skill.convertsTo.length }) : t("manual");
  }
}

function AccessSummary({ access }: { access: AccessView }) {
  const isClosed = accessWords(access).length + undeclaredWords(access).length === 0;
  return (
    <>
      <Icon name={isClosed ? "lock" : "plug"} size={14} />
      <AccessText access={access} />
    </>
  );
}

/** The facts of a row that many skills have alike. */
type RowFact = "audit" | "trust" | "proven" | "access" | "platforms";

const FACTS: Record<RowFact, (row: SkillRow) => unknown> = {
  audit: (row) => [row.auditState, row.audit, row.bondLamports],
  trust: (row) => row.trustLevel,
  proven: (row) => [row.examplesProven, row.examplesTotal],
  access: (row) => row.access,
  platforms: (row) => row.convertsTo.length,
};

const NONE: ReadonlySet<RowFact> = new Set();

/**
 * The facts in which all rows of a list are the same: they are said once above it. Of a single row none is, as it would
 * then say nothing itself.
 */
export function sharedFacts(rows: readonly SkillRow[]): ReadonlySet<RowFact> {
  const [first] = rows;
  if (first === undefined || rows.length === 1) return NONE;
  const isShared = (of: (row: SkillRow) => unknown) => {
    const same = JSON.stringify(of(first));
    return rows.every((row) => JSON.stringify(of(row)) === same);
  };
  const said = (fact: RowFact) => fact !== "proven" || first.examplesTotal > 0;
  return new Set((Object.keys(FACTS) as RowFact[]).filter((fact) => said(fact) && isShared(FACTS[fact])));
}

type Key = "takes-gives" | "takes" | "gives" | "more-fields" | "access.comma";
/** The translator of the common words. */
type Words = (key: Key, values?: Record<string, string>) => string;

/** What goes into a call and what comes out of it, in the words of its schemas; null where neither is declared. */
export function takesGives(
  { takes, gives }: Pick<SkillRow, "takes" | "gives">,
  common: Words,
): string | null {
  const list = (names: readonly string[]) => {
    const { words, more } = fieldWords(names);
    const fields = words.join(common("access.comma"));
    return more ? common("more-fields", { fields }) : fields;
  };
  if (takes.length > 0 && gives.length > 0)
    return common("takes-gives", { takes: list(takes), gives: list(gives) });
  if (takes.length > 0) return common("takes", { takes: list(takes) });
  return gives.length > 0 ? common("gives", { gives: list(gives) }) : null;
}

const SHOWN = 3;

/** Names of fields as words: "old_text" and "oldText" are "old text". What is no longer shown is told by `more`. */
export function fieldWords(names: readonly string[]): { words: string[]; more: boolean } {
  return { words: names.slice(0, SHOWN).map(toWords), more: names.length > SHOWN };
}

function toWords(name: string): string {
  const words = name
    .replaceAll(/([\p{Ll}\d])(\p{Lu}\p{Ll})/gu, "$1 $2")
    .replaceAll(/[\s_-]+/g, " ")
    .trim();
  return /\p{Lu}{2}/u.test(words) ? words : words.toLowerCase();
}
