import { fillCount, type CheckLabels } from "@/components/validate/check-labels";
import type { Fix } from "@/lib/skill-format";

/** Which button of the form was pressed: one fix by its id, or all of them. */
export const FIX_FIELD = "fix";
export const EVERY_FIX = "all";

interface FixListProps {
  fixes: readonly Fix[];
  labels: CheckLabels;
  /** False for the text of a package that is read and not written here. */
  applicable: boolean;
  onApply: (fixes: readonly Fix[]) => void;
}

/**
 * What can be mended safely, line by line, before anything is. The buttons send the form where there are no scripts.
 */
export function FixList({ fixes, labels, applicable, onApply }: FixListProps) {
  if (fixes.length === 0) return null;
  return (
    <details className="fixes">
      <summary>
        <span className="link">{fillCount(labels.fixes, fixes.length)}</span>
      </summary>
      <div className="fixes-head">
        <p>{applicable ? labels.fixesText : labels.fixesOnly}</p>
        {applicable ? (
          <ApplyButton name={EVERY_FIX} fixes={fixes} onApply={onApply}>
            {fillCount(labels.applyAll, fixes.length)}
          </ApplyButton>
        ) : null}
      </div>
      <ul>
        {fixes.map((fix) => (
          <li key={fix.id} id={`fix-${fix.id}`}>
            <p>
              <span>{labels.fixKinds[fix.kind]}</span> <code>{fix.path}</code>
            </p>
            {applicable ? (
              <ApplyButton name={fix.id} fixes={[fix]} onApply={onApply}>
                {labels.apply}
              </ApplyButton>
            ) : null}
            <Change fix={fix} labels={labels} />
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

/** The lines that go and the lines that come. */
function Change({ fix, labels }: { fix: Fix; labels: CheckLabels }) {
  return (
    <pre className="fix-change">
      {fix.edits.flatMap(({ line, removed, added }) => [
        ...removed.map((text, index) => (
          <del key={`- ${line + index}`}>
            <i>{line + index}</i>
            <b aria-label={labels.lineRemoved}>−</b>
            <span>{text}</span>
          </del>
        )),
        ...added.map((text, index) => (
          <ins key={`+ ${line + index}`}>
            <i>{line + index}</i>
            <b aria-label={labels.lineAdded}>+</b>
            <span>{text}</span>
          </ins>
        )),
      ])}
    </pre>
  );
}
