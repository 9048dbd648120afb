import { fillCount, type CheckLabels } from "@/components/validate/check-labels";
import { countedReports, type CheckView } from "@/components/validate/check-view";
import { countIssues } from "@/lib/skill-format/issues/count-issues";
import { decisionOf } from "@/components/validate/decision";
import { Note } from "@/components/ui/note";

/** On phones the verdicts stand below the whole text: what they come to, above it, and the way to them. */
export function CheckJump({ view, labels }: { view: CheckView; labels: CheckLabels }) {
  const { error, warning } = countIssues(countedReports(view.reports));
  const { tone, title } = decisionOf(view, labels);
  const counts = [
    ...(error === 0 ? [] : [fillCount(labels.errors, error)]),
    ...(warning === 0 ? [] : [fillCount(labels.warnings, warning)]),
  ];
  return (
    <div className="mt-5 hidden to-900:block">
      <Note
        tone={tone}
        title={title}
        action={
          <a className="btn btn-sm" href="#verdicts">
            {labels.verdicts}
          </a>
        }
      >
        {counts.join(" · ")}
      </Note>
    </div>
  );
}
