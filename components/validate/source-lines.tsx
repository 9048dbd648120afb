import type { ReactNode } from "react";
import type { CheckLabels } from "@/components/validate/check-labels";
import { gravest, type Remark } from "@/lib/skill-format/issues/count-issues";
import { CodeMeaning, ExactMessage } from "@/components/ui/code/code-meaning";
import { SCROLLABLE } from "@/components/ui/code/scrollable";
import type { IssueMeanings } from "@/lib/platform/i18n/code-meanings";
import type { Fix, Severity } from "@/lib/skill-format";

const MAX_LINES = 5_000;
const MAX_CHARACTERS = 400_000;
const KEY = /^(\s*(?:- )?)([\w-]+)(:(?=\s|$))/;
/** A number, a version, or a truth value, alone after the key. */
const LITERAL = /^(:\s+)(\d[\d.]*|true|false|null)$/;

/** Of a line, by the gravest that is said of it: its ground, and the colour of its number. */
export const LINE_LOOK: Record<Severity, string> = {
  error: "bg-danger-wash font-medium text-danger",
  warning: "bg-caution-wash font-medium text-caution",
  info: "text-ink-3",
};
const REMARK_EDGE: Record<Severity, string> = {
  error: "border-danger",
  warning: "border-caution",
  info: "border-line-2",
};
/** There may be thousands of lines: their look stands at the list. A line has 22 px, in the editor too. */
const LINES =
  "overflow-x-auto py-2 font-mono text-13 leading-[22px] group-has-[[value=edit]:checked]:hidden [&>div]:grid [&>div]:min-h-5.5 [&>div]:grid-cols-[44px_minmax(0,1fr)] [&>div:target]:[box-shadow:inset_3px_0_0_var(--accent)] [&>div>code]:pe-3.5 [&>div>code]:text-[length:inherit] [&>div>code]:font-normal [&>div>code]:wrap-anywhere [&>div>code]:whitespace-pre-wrap [&>div>code]:text-ink [&>div>code]:[tab-size:2] [&>div>span]:pe-3 [&>div>span]:text-end [&>div>span]:text-12 [&>div>span]:select-none";

interface SourceLinesProps {
  fixes: readonly Fix[];
  text: string;
  remarks: ReadonlyMap<number, readonly Remark[]>;
  meanings: IssueMeanings | undefined;
  labels: CheckLabels;
}

/** The source with its line numbers; what is said about a line stands below it. */
export function SourceLines({ text, remarks, meanings, labels, fixes }: SourceLinesProps) {
  const fixAt = new Map(fixes.flatMap(({ id, edits }) => edits.map(({ line }) => [line, id] as const)));
  const lines = text
    .slice(0, MAX_CHARACTERS)
    .replace(/\r?\n$/, "")
    .split(/\r\n|\r|\n/)
    .slice(0, MAX_LINES);
  const close = lines.indexOf("---", 1);
  // What is said of an empty body stands where it would begin, so that line is there.
  if (close > 0 && close === lines.length - 1) lines.push("");
  return (
    <>
      <div className={LINES} lang="en" {...SCROLLABLE}>
        {lines.map((line, index) => {
          const number = index + 1;
          return (
            // A line is its number: nothing else about it stays when the text changes.
            <SourceLine
              key={number}
              number={number}
              remarks={remarks.get(number) ?? []}
              meanings={meanings}
              labels={labels}
              fix={fixAt.get(number)}
            >
              {index < close ? <FrontMatterLine line={line} /> : line}
            </SourceLine>
          );
        })}
      </div>
      {text.length > MAX_CHARACTERS || lines.length === MAX_LINES ? (
        <p className="px-4 pb-3 text-13 text-ink-3">{labels.cut}</p>
      ) : null}
    </>
  );
}

interface SourceLineProps {
  number: number;
  remarks: readonly Remark[];
  meanings: IssueMeanings | undefined;
  labels: CheckLabels;
  fix: string | undefined;
  children: ReactNode;
}

function SourceLine({ number, remarks, meanings, labels, fix, children }: SourceLineProps) {
  const severity = remarks.length === 0 ? "info" : gravest(remarks);
  return (
    <>
      <div className={LINE_LOOK[severity]} id={`L${number}`}>
        <span aria-hidden="true">{number}</span>
        <code>{children}</code>
      </div>
      {remarks.map((remark) => (
        <RemarkText
          key={`${remark.severity} ${remark.message}`}
          remark={remark}
          meanings={meanings}
          labels={labels}
          fix={fix}
        />
      ))}
    </>
  );
}

/** In the reader's language although it stands in the source: the words of the page, the message alone in English. */
function RemarkText({
  remark,
  meanings,
  labels,
  fix,
}: { remark: Remark } & Pick<SourceLineProps, "meanings" | "labels" | "fix">) {
  const { severity, code, path, message, dialects } = remark;
  const meaning = meanings?.byCode[code];
  return (
    <p
      className={`mt-0.5 mr-3.5 mb-1.5 ml-11 border-s-3 bg-surface px-2.5 py-1.75 font-sans text-13 leading-[1.45] ${REMARK_EDGE[severity]}`}
      lang={meanings?.lang}
    >
      {path === "" || meaning?.includes("{path}") === true ? null : (
        <>
          <code>{path}</code>{" "}
        </>
      )}
      <CodeMeaning meaning={meaning} message={message} path={path} />{" "}
      {fix === undefined ? null : (
        <a className="link" href={`#fix-${fix}`}>
          {labels.fix}
        </a>
      )}{" "}
      <small className="text-12 whitespace-nowrap text-ink-3">
        {dialects.map((dialect) => labels.dialects[dialect].name).join(", ")}
      </small>
      <ExactMessage meaning={meaning} message={message} />
    </p>
  );
}

/** Keys of the front matter in the accent, numbers and truth values apart, as code is coloured elsewhere. */
function FrontMatterLine({ line }: { line: string }) {
  const [, indent = "", key] = KEY.exec(line) ?? [];
  if (key === undefined) return line;
  const rest = line.slice(indent.length + key.length);
  const [, colon, value] = LITERAL.exec(rest) ?? [];
  return (
    <>
      {indent}
      <span className="tk-k">{key}</span>
      {value === undefined ? (
        rest
      ) : (
        <>
          {colon}
          <span className="tk-n">{value}</span>
        </>
      )}
    </>
  );
}
