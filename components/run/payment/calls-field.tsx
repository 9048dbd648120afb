import { useState } from "react";
import type { RunLabels } from "@/components/run/run-labels";
import { MAX_CALLS, toCalls } from "@/components/run/payment/count-calls";

interface CallsFieldProps {
  calls: number;
  onChange: (calls: number) => void;
  labels: RunLabels;
}

/** How many calls the payment buys; who asks for more than one payment can buy is told. */
export function CallsField({ calls, onChange, labels }: CallsFieldProps) {
  const [lowered, setLowered] = useState(false);
  return (
    <div className="mt-4 text-13">
      <div className="flex items-center justify-between gap-3">
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
          aria-describedby="run-calls-most"
          onChange={({ target }) => {
            setLowered(Number(target.value) > MAX_CALLS);
            onChange(toCalls(target.value));
          }}
        />
      </div>
      <p id="run-calls-most" className="pt-1 text-end text-ink-2" role="status">
        {lowered ? labels.callsMost : null}
      </p>
    </div>
  );
}
