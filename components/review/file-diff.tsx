import { useTranslations } from "next-intl";
import { Fragment } from "react";
import { FindingBox } from "@/components/review/finding-box";
import { SCROLLABLE } from "@/components/ui/code/scrollable";
import { SiteLink } from "@/components/ui/site-link";
import type { DiffLine, Gap, Hunk, LinePart } from "@/lib/audits/review/text-diff";
import type { ReviewedFinding } from "@/lib/audits/review/reviewed-findings";

const BELOW_LINE = "mx-3.5 mt-2 mb-2.5 sm:ms-23.5";

interface FileDiffProps {
  path: string;
  diff: { hunks: readonly Hunk[]; after: Gap | null };
  /** What changed inside its lines. */
  marks: ReadonlyMap<DiffLine, readonly LinePart[]>;
  findings: readonly ReviewedFinding[];
  split: boolean;
  /** The page with one more gap opened. */
  openHref: (from: number) => string;
  /** Null where the verifier may not sign. */
  decide: ((form: FormData) => Promise<void>) | null;
}

/** The changed lines of one file, words marked, with the findings of vetting below the lines they are about. */
export function FileDiff({ path, diff, marks, findings, split, openHref, decide }: FileDiffProps) {
  const t = useTranslations("review");
  const at = (row: Row) =>
    findings.filter(({ line }) => line !== null && row.next !== null && line === row.next.next);
  return (
    <div
      className={split ? "diff diff-split" : "diff"}
      {...SCROLLABLE}
      role="region"
      aria-label={t("diffOf", { path })}
    >
      {diff.hunks.length === 0 && <p className="diff-hunk">{t("unchanged")}</p>}
      {diff.hunks.map((hunk) => (
        <Fragment key={`${hunk.lines[0]?.old} ${hunk.lines[0]?.next}`}>
          <p className="diff-hunk">
            <span>
              {headOf(hunk)} {hunk.section}
            </span>
            <GapLink gap={hunk.gap} openHref={openHref} />
          </p>
          {rowsOf(hunk, split).map((row) => (
            <Fragment key={`${row.old?.old} ${row.next?.next}`}>
              <DiffRow row={row} split={split} marks={marks} />
              {at(row).map((finding) => (
                <FindingBox key={finding.key} finding={finding} decide={decide} className={BELOW_LINE} />
              ))}
            </Fragment>
          ))}
        </Fragment>
      ))}
      {diff.after && (
        <p className="diff-hunk">
          <GapLink gap={diff.after} openHref={openHref} />
        </p>
      )}
    </div>
  );
}

function GapLink({ gap, openHref }: { gap: Gap | null; openHref: (from: number) => string }) {
  const t = useTranslations("review");
  if (gap === null) return null;
  return (
    <SiteLink className="link" href={openHref(gap.from)}>
      {t("expand", { lines: gap.lines })}
    </SiteLink>
  );
}

/** One row for each line; in the split view removed and added lines of a change stand beside each other. */
function rowsOf({ lines }: Hunk, split: boolean): Row[] {
  const rows: Row[] = [];
  /** Removed lines of this change that nothing stands beside yet, and how many of them have been used. */
  let waiting: Row[] = [];
  let used = 0;
  for (const line of lines) {
    if (line.kind === "same") [waiting, used] = [[], 0];
    const beside = split && line.kind === "added" ? waiting[used] : undefined;
    if (beside) {
      beside.next = line;
      used++;
    } else {
      const row: Row = {
        old: line.kind === "added" ? null : line,
        next: line.kind === "removed" ? null : line,
      };
      rows.push(row);
      if (line.kind === "removed") waiting.push(row);
    }
  }
  return rows;
}

function headOf({ lines }: Hunk): string {
  const span = (side: "old" | "next") => {
    const numbers = lines.flatMap((line) => line[side] ?? []);
    return `${numbers[0] ?? 0},${numbers.length}`;
  };
  return `@@ −${span("old")} +${span("next")} @@`;
}

/** A row of a diff: the line as it was, as it is, or both. */
interface Row {
  old: DiffLine | null;
  next: DiffLine | null;
}

interface DiffRowProps {
  row: Row;
  split: boolean;
  marks: ReadonlyMap<DiffLine, readonly LinePart[]>;
}

const TONE = { same: "", added: " diff-added", removed: " diff-removed" } as const;

const SIGN = { same: "", added: "+", removed: "−" } as const;

/** One row: numbers, sign and text; twice in the split view. */
function DiffRow({ row: { old, next }, split, marks }: DiffRowProps) {
  const id = next?.next ? `L${next.next}` : undefined;
  if (split) {
    return (
      <div className="diff-line" id={id}>
        <Side line={old} number={old?.old} marks={marks} />
        <Side line={next} number={next?.next} marks={marks} />
      </div>
    );
  }
  const line = next ?? old;
  if (!line) return null;
  return (
    <div className={`diff-line${TONE[line.kind]}`} id={id}>
      <i>{line.old}</i>
      <i>{line.next}</i>
      <b>{SIGN[line.kind]}</b>
      <Text line={line} marks={marks} />
    </div>
  );
}

interface SideProps {
  line: DiffLine | null;
  number: number | null | undefined;
  marks: DiffRowProps["marks"];
}

function Side({ line, number, marks }: SideProps) {
  if (!line) return <div className="diff-side diff-none" />;
  return (
    <div className={`diff-side${TONE[line.kind]}`}>
      <i>{number}</i>
      <b>{SIGN[line.kind]}</b>
      <Text line={line} marks={marks} />
    </div>
  );
}

function Text({ line, marks }: { line: DiffLine; marks: DiffRowProps["marks"] }) {
  const parts = line.kind === "same" ? undefined : marks.get(line);
  if (!parts) return <span>{line.text}</span>;
  const begins = parts.map((_, place) =>
    parts.slice(0, place).reduce((sum, { text }) => sum + text.length, 0),
  );
  return (
    <span>
      {parts.map(({ text, changed }, place) => (changed ? <mark key={begins[place]}>{text}</mark> : text))}
    </span>
  );
}
