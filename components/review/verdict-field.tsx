import { Icon } from "@/components/ui/icon";
import type { Verdict } from "@/lib/audits/audit-statement";

const ICONS = { seal: "good", changes_requested: "message", challenge: "flag" } as const;
const VERDICTS = ["seal", "changes_requested", "challenge"] as const satisfies readonly Verdict[];

interface VerdictFieldProps {
  /** What each is called, and what will happen because of it. */
  labels: Readonly<Record<"verdict" | Verdict | `${Verdict}-effect`, string>>;
  chosen: Verdict;
}

/** The three verdicts as one row of radio buttons, and below it what the chosen one will do. */
export function VerdictField({ labels, chosen }: VerdictFieldProps) {
  return (
    <fieldset>
      <legend className="vh">{labels.verdict}</legend>
      <div className="verdicts">
        {VERDICTS.map((verdict) => (
          <label key={verdict}>
            <input
              type="radio"
              name="verdict"
              value={verdict}
              defaultChecked={verdict === chosen}
              aria-describedby={`${verdict}-effect`}
            />
            <Icon name={ICONS[verdict]} size={18} />
            {labels[verdict]}
          </label>
        ))}
      </div>
      {VERDICTS.map((verdict) => (
        <p key={verdict} id={`${verdict}-effect`} className="verdict-effect" data-of={verdict}>
          {labels[`${verdict}-effect`]}
        </p>
      ))}
    </fieldset>
  );
}
