import type { CheckLabels } from "@/components/validate/check-labels";
import type { LineEdit } from "@/lib/skill-format/fixes/apply-edits";

const CHANGE = "grid grid-cols-[34px_18px_1fr] whitespace-pre no-underline";

/** The lines that go and the lines that come. */
export function Change({ edits, labels }: { edits: readonly LineEdit[]; labels: CheckLabels }) {
  return (
    <pre className="col-span-full overflow-x-auto border border-line text-13 leading-[1.6] [tab-size:2] text-ink">
      {edits.flatMap(({ line, removed, added }) => [
        ...removed.map((text, index) => (
          <del key={`- ${line + index}`} className={`bg-danger-wash ${CHANGE}`}>
            <ChangedLine number={line + index} sign="−" said={labels.lineRemoved} text={text} />
          </del>
        )),
        ...added.map((text, index) => (
          <ins key={`+ ${line + index}`} className={`bg-accent-wash ${CHANGE}`}>
            <ChangedLine number={line + index} sign="+" said={labels.lineAdded} text={text} />
          </ins>
        )),
      ])}
    </pre>
  );
}

function ChangedLine(props: { number: number; sign: string; said: string; text: string }) {
  return (
    <>
      <i className="pe-2 text-end text-ink-2 not-italic select-none">{props.number}</i>
      <b className="font-medium select-none" aria-label={props.said}>
        {props.sign}
      </b>
      <span>{props.text}</span>
    </>
  );
}
