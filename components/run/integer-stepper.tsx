import { useRef } from "react";
import { ungroupDigits } from "@/lib/i18n/ungroup-digits";
import type { FormField } from "@/components/run/form-fields";
import type { RunLabels } from "@/components/run/run-labels";

type StepperProps = { field: FormField; labels: RunLabels } & Pick<
  React.ComponentProps<"input">,
  "id" | "name" | "required" | "aria-invalid" | "aria-describedby"
>;

/** A whole number with a button on either side of it; typed text stays as typed until it is read. */
export function IntegerStepper({ field, labels, ...shared }: StepperProps) {
  const input = useRef<HTMLInputElement>(null);
  const step = (by: 1 | -1) => {
    if (input.current) input.current.value = stepped(input.current.value, by, field);
  };
  const name = field.title ?? field.name;
  return (
    <div className="flex rounded-1 border border-control bg-surface has-[[aria-invalid=true]]:border-danger">
      <input
        {...shared}
        ref={input}
        className="input grow border-0 bg-transparent font-mono"
        inputMode="numeric"
        defaultValue={field.defaultText}
        autoComplete="off"
      />
      <StepButton sign="−" label={`${labels.less}: ${name}`} onStep={() => step(-1)} />
      <StepButton sign="+" label={`${labels.more}: ${name}`} onStep={() => step(1)} />
    </div>
  );
}

function StepButton({ sign, label, onStep }: { sign: string; label: string; onStep: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      className="grid w-11 flex-none place-items-center border-s border-line text-18 text-ink-2 hover:bg-hover hover:text-ink"
      onClick={onStep}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}

/** The next whole number within the bounds; from nothing, the number that is closest to zero. */
export function stepped(text: string, by: 1 | -1, { min, max }: Pick<FormField, "min" | "max">): string {
  const value = text.trim() === "" ? Number.NaN : Number(ungroupDigits(text));
  const wanted = Number.isFinite(value) ? Math.trunc(value) + by : 0;
  return String(Math.min(max ?? wanted, Math.max(min ?? wanted, wanted)));
}
