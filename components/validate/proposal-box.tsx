import { Change } from "@/components/validate/change";
import type { CheckLabels } from "@/components/validate/check-labels";
import type { CheckView } from "@/components/validate/check-view";
import { FIX_FIELD, PROPOSAL } from "@/components/validate/fix-field";

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
export function ProposalBox({ view, labels, applicable, onUse, onSend }: ProposalBoxProps) {
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
