import type { RunLabels } from "@/components/run/run-labels";
import { MAX_CALLS } from "@/components/run/count-calls";

interface CallsFieldProps {
  calls: number;
  onChange: (calls: number) => void;
  labels: RunLabels;
}

/** How many calls the payment buys. */
export function CallsField({ calls, onChange, labels }: CallsFieldProps) {
  return (
    <div className="mt-4 flex items-center justify-between gap-3 text-13">
      <label htmlFor="run-calls">{labels.calls}</label>
      <input
        id="run-calls"
        className="input w-24 text-end font-mono"
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_CALLS}
        step={1}
        value={calls}
        onChange={({ target }) => onChange(toCalls(target.value))}
      />
    </div>
  );
}

/** The nearest number of calls that can be bought. */
function toCalls(text: string): number {
  const wanted = Math.trunc(Number(text));
  return Number.isFinite(wanted) ? Math.min(MAX_CALLS, Math.max(1, wanted)) : 1;
}
