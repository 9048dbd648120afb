import { fillCount, type CheckLabels } from "@/components/validate/check-labels";
import { Change } from "@/components/validate/change";
import { EVERY_FIX, FIX_FIELD } from "@/components/validate/fix-field";
import type { Fix } from "@/lib/skill-format";

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
export function FixList({ fixes, labels, applicable, onApply }: FixListProps) {
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
