import { Icon } from "@/components/ui/icon";
import type { Verdict } from "@/lib/audits/audit-statement";

const ICONS = { seal: "good", changes_requested: "message", challenge: "flag" } as const;
const VERDICTS = ["seal", "changes_requested", "challenge"] as const satisfies readonly Verdict[];

interface VerdictFieldProps {
  labels: Readonly<Record<"verdict" | Verdict, string>>;
  chosen: Verdict;
}

/** The three verdicts as one row of radio buttons. */
export function VerdictField({ labels, chosen }: VerdictFieldProps) {
  return (
    <fieldset>
      <legend className="vh">{labels.verdict}</legend>
      <div className="verdicts">
        {VERDICTS.map((verdict) => (
          <label key={verdict}>
            <input type="radio" name="verdict" value={verdict} defaultChecked={verdict === chosen} />
            <Icon name={ICONS[verdict]} size={18} />
            {labels[verdict]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
