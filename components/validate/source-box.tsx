import { useEffect, useRef, type RefObject } from "react";
import { fillCount, type CheckLabels } from "@/components/validate/check-labels";
import { countedReports } from "@/components/validate/check-view";
import { countIssues, type Remark, gravest } from "@/lib/skill-format/issues/count-issues";
import type { CheckView } from "@/components/validate/check-view";
import { SourceLines, LINE_LOOK } from "@/components/validate/source-lines";
import { Icon } from "@/components/ui/icon";
import type { IssueMeanings } from "@/lib/platform/i18n/code-meanings";
import type { Fix, Report } from "@/lib/skill-format";
import { Change } from "@/components/validate/change";
import { EVERY_FIX, FIX_FIELD, PROPOSAL } from "@/components/validate/fix-field";

const SHOWN_MOVES = 20;

interface ProposalBoxProps {
  view: CheckView;
  labels: CheckLabels;
  /** False for a package that is read and not written here. */
  applicable: boolean;
  /** Left out, the button sends the form. */
  onUse: (() => void) | undefined;
  /** The form is about to be sent. */
  onSend: (() => void) | undefined;
}

/**
 * What would make a refused package an accepted one, before anything is changed, and why the rest is left to its author.
 * The button sends the form where there are no scripts.
 */
function ProposalBox({ view, labels, applicable, onUse, onSend }: ProposalBoxProps) {
  const { proposal, proposalWords: words } = view;
  if (!proposal || !words) return null;
  const { steps, moves, edits, obstacles, status } = proposal;
  // The verdicts beside it say what is wrong.
  if (steps.length === 0 && obstacles.every((each) => each === "left-to-author")) return null;
  const title =
    status !== "rejected" ? labels.proposal : steps.length > 0 ? labels.proposalPart : labels.proposalNone;
  return (
    <section className="border-b border-line px-3.5 py-3 text-13" aria-labelledby="proposal">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="proposal" className="text-14 font-semibold">
          {title}
        </h2>
        {applicable && steps.length > 0 ? (
          <button
            type="submit"
            name={FIX_FIELD}
            value={PROPOSAL}
            className="btn btn-sm btn-primary ms-auto"
            onClick={(event) => {
              if (onUse === undefined) return onSend?.();
              event.preventDefault();
              onUse();
            }}
          >
            {labels.useProposal}
          </button>
        ) : null}
      </div>
      {steps.length > 0 ? (
        <>
          <ol className="mt-1.5 list-decimal ps-5 text-ink-2">
            {steps.map((step) => (
              <li key={step}>{words.steps[step] ?? (labels.fixKinds as Record<string, string>)[step]}</li>
            ))}
          </ol>
          <p className="mt-1.5 mb-2 text-ink-2">{applicable ? labels.proposalText : labels.proposalNext}</p>
        </>
      ) : null}
      {moves.length > 0 ? (
        <ul className="mb-2 font-mono text-12 wrap-anywhere">
          {moves.slice(0, SHOWN_MOVES).map(({ from, to }) => (
            <li key={from}>
              <del className="bg-danger-wash no-underline">{from}</del> →{" "}
              {to === null ? (
                <span className="font-sans">{labels.leftOut}</span>
              ) : (
                <ins className="bg-accent-wash no-underline">{to}</ins>
              )}
            </li>
          ))}
          {moves.length > SHOWN_MOVES ? <li>+{moves.length - SHOWN_MOVES}</li> : null}
        </ul>
      ) : null}
      {edits.length > 0 ? <Change edits={edits} labels={labels} /> : null}
      {obstacles.map((obstacle) => (
        <p key={obstacle} className="mt-1.5">
          {words.obstacles[obstacle]}
        </p>
      ))}
    </section>
  );
}

interface FixListProps {
  fixes: readonly Fix[];
  labels: CheckLabels;
  /** False for the text of a package that is read and not written here. */
  applicable: boolean;
  onApply: (fixes: readonly Fix[]) => void;
}

const ROW = "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 px-3.5 py-2 text-ink-2";

/**
 * What can be mended safely, line by line, before anything is. The buttons send the form where there are no scripts.
 */
function FixList({ fixes, labels, applicable, onApply }: FixListProps) {
  if (fixes.length === 0) return null;
  return (
    <details className="border-b border-line text-13" data-fixes>
      <summary className="px-3.5 py-2">
        <span className="link">{fillCount(labels.fixes, fixes.length)}</span>
      </summary>
      <div className={ROW}>
        <p>{applicable ? labels.fixesText : labels.fixesOnly}</p>
        {applicable ? (
          <ApplyButton name={EVERY_FIX} fixes={fixes} onApply={onApply}>
            {fillCount(labels.applyAll, fixes.length)}
          </ApplyButton>
        ) : null}
      </div>
      <ul>
        {fixes.map((fix) => (
          <li
            key={fix.id}
            id={`fix-${fix.id}`}
            className={`scroll-mt-20 border-t border-line target:bg-hover ${ROW}`}
          >
            <p>
              <span>{labels.fixKinds[fix.kind]}</span> <code>{fix.path}</code>
            </p>
            {applicable ? (
              <ApplyButton name={fix.id} fixes={[fix]} onApply={onApply}>
                {labels.apply}
              </ApplyButton>
            ) : null}
            <Change edits={fix.edits} labels={labels} />
          </li>
        ))}
      </ul>
    </details>
  );
}

interface ApplyButtonProps extends Pick<FixListProps, "fixes" | "onApply"> {
  name: string;
  children: string;
}

function ApplyButton({ name, fixes, onApply, children }: ApplyButtonProps) {
  return (
    <button
      type="submit"
      name={FIX_FIELD}
      value={name}
      className="btn btn-sm"
      onClick={(event) => {
        event.preventDefault();
        onApply(fixes);
      }}
    >
      {children}
    </button>
  );
}

/** The text to write in, or the same with what is said below each line. */
export type SourceSide = "edit" | "remarks";

const SIDES = ["edit", "remarks"] as const satisfies readonly SourceSide[];

interface SourceBoxProps {
  labels: CheckLabels;
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  /** False for the text of a chosen package, which is read and not written here. */
  typed: boolean;
  remarks: ReadonlyMap<number, readonly Remark[]>;
  reports: readonly Report[] | null;
  meanings: IssueMeanings | undefined;
  fixes: readonly Fix[];
  side: SourceSide;
  onSide: (side: SourceSide) => void;
  onText: (text: string) => void;
  onFix: (fixes: readonly Fix[]) => void;
  view: CheckView | null;
  /** Left out, the form is sent to use what is proposed. */
  onProposal?: (() => void) | undefined;
  /** The form is about to be sent for it. */
  onSend?: (() => void) | undefined;
}

/** SKILL.md with line numbers. Which side is shown is a radio, so that it can be turned without scripts. */
export function SourceBox(props: SourceBoxProps) {
  const { labels, field, text, typed, remarks, reports, meanings, fixes, side, onSide, onText, onFix } =
    props;
  const { view, onProposal, onSend } = props;
  // What a proposal changes is not offered piece by piece beside it.
  const isProposed = (view?.proposal?.steps.length ?? 0) > 0;
  const box = useRef<HTMLDivElement>(null);
  const applied = useRef(false);
  // A fix that is applied leaves the list, and its button takes the focus with it: its person goes on at the list, or
  // at the text.
  useEffect(() => {
    if (!applied.current || document.activeElement !== document.body) return;
    applied.current = false;
    const list = box.current?.querySelector<HTMLElement>("[data-fixes] summary");
    (list ?? box.current?.querySelector<HTMLElement>("[name=side]:checked"))?.focus({ preventScroll: true });
  });

  function apply(chosen: readonly Fix[]) {
    applied.current = true;
    onFix(chosen);
  }

  function use(onUse: () => void) {
    applied.current = true;
    onUse();
  }

  return (
    <div
      className="group overflow-hidden rounded-1 border border-line-2 bg-surface has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-offset-1 has-[textarea:focus-visible]:outline-accent"
      ref={box}
    >
      <header className="flex min-h-10 flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line py-1 pr-2 pl-3.5 text-13">
        <Icon name="file" size={15} />
        <span className="mono">SKILL.md</span>
        <span className="text-ink-3">{reports ? summaryOf(reports, labels) : ""}</span>
        <fieldset className="ms-auto flex rounded-1 border border-control">
          <legend className="vh">{labels.views}</legend>
          {SIDES.map((each) => (
            <label
              key={each}
              className="relative cursor-pointer px-2.5 py-1 text-ink-2 has-checked:bg-ink has-checked:text-paper has-disabled:cursor-not-allowed has-disabled:text-ink-3 to-720:min-h-11 to-720:px-3 to-720:py-2.75 forced-colors:flex forced-colors:items-center forced-colors:gap-1.5"
            >
              <input
                type="radio"
                className="absolute inset-0 m-0 appearance-none forced-colors:static forced-colors:appearance-auto"
                name="side"
                value={each}
                checked={side === each}
                disabled={!typed && each === "edit"}
                onChange={() => onSide(each)}
              />
              {labels[each]}
            </label>
          ))}
        </fieldset>
      </header>
      {view ? (
        <ProposalBox
          view={view}
          labels={labels}
          applicable={typed}
          onUse={onProposal && (() => use(onProposal))}
          onSend={onSend}
        />
      ) : null}
      {isProposed ? null : <FixList fixes={fixes} labels={labels} applicable={typed} onApply={apply} />}
      <SourceEditor
        field={field}
        text={typed ? text : ""}
        remarks={typed ? remarks : new Map()}
        onText={onText}
        label={`${labels.paste}, ${labels.pasteNote}`}
        placeholder={labels.placeholder}
      />
      <SourceLines
        text={text}
        remarks={remarks}
        meanings={meanings}
        labels={labels}
        fixes={isProposed ? [] : fixes}
      />
    </div>
  );
}

function summaryOf(reports: readonly Report[], labels: CheckLabels): string {
  const { error, warning } = countIssues(countedReports(reports));
  if (error + warning === 0) return labels.clean;
  return [
    error > 0 ? fillCount(labels.errors, error) : "",
    warning > 0 ? fillCount(labels.warnings, warning) : "",
  ]
    .filter(Boolean)
    .join(", ");
}

const LEAST_ROWS = 18;
/** Nothing to read yet. */
const EMPTY_ROWS = 6;

const MAX_NUMBERED = 20_000;

interface SourceEditorProps {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  remarks: ReadonlyMap<number, readonly Remark[]>;
  onText: (text: string) => void;
  label: string;
  placeholder: string;
}

/** A text field with line numbers; lines that something is said about are marked behind the text. It grows with it. */
function SourceEditor({ field, text, remarks, onText, label, placeholder }: SourceEditorProps) {
  const lines = text.split("\n").length;
  const rows = text === "" ? EMPTY_ROWS : Math.max(LEAST_ROWS, lines + 1);
  const numbers = Array.from({ length: Math.min(lines, MAX_NUMBERED) }, (_, index) => index + 1).join("\n");
  return (
    <div className="relative my-2 grid grid-cols-[44px_minmax(0,1fr)] font-mono text-13 leading-[22px] group-has-[[value=remarks]:checked]:hidden">
      {[...remarks].map(([line, said]) => (
        <i
          key={line}
          className={`absolute inset-x-0 h-[1lh] ${LINE_LOOK[gravest(said)]}`}
          style={{ top: `${line - 1}lh` }}
        />
      ))}
      <pre className="relative pe-3 text-end text-12 text-ink-3 select-none" aria-hidden="true">
        {numbers}
      </pre>
      <textarea
        className="relative w-full resize-none overflow-x-auto overflow-y-hidden bg-transparent p-0 pr-3.5 whitespace-pre [tab-size:2] focus-visible:outline-0"
        ref={field}
        id="skill_md"
        name="skill_md"
        rows={rows}
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
    </div>
  );
}
