import type { DiffLine, LinePart } from "@/lib/audits/review/text-diff";

/** A row of a diff: the line as it was, as it is, or both. */
export interface Row {
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
export function DiffRow({ row: { old, next }, split, marks }: DiffRowProps) {
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
