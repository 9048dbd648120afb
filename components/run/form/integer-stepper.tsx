import { useRef } from "react";
import type { FormField } from "@/components/run/form/form-fields";
import { loadPress } from "@/components/run/load-press";
import type { RunLabels } from "@/components/run/run-labels";
import { useHydrated } from "@/components/ui/use-hydrated";

type StepperProps = { field: FormField; labels: RunLabels } & Pick<
  React.ComponentProps<"input">,
  "id" | "name" | "required" | "aria-invalid" | "aria-describedby"
>;

/** A whole number with a button on either side of it; typed text stays as typed until it is read. */
export function IntegerStepper({ field, labels, ...shared }: StepperProps) {
  const input = useRef<HTMLInputElement>(null);
  const step = async (by: 1 | -1) => {
    const press = await loadPress().catch(() => null); // without it the number can still be typed
    if (press && input.current) input.current.value = press.stepNumber(input.current.value, by, field);
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
      <StepButton sign="−" label={`${labels.less}: ${name}`} onStep={() => void step(-1)} />
      <StepButton sign="+" label={`${labels.more}: ${name}`} onStep={() => void step(1)} />
    </div>
  );
}

function StepButton({ sign, label, onStep }: { sign: string; label: string; onStep: () => void }) {
  const disabled = !useHydrated();
  return (
    <button
      type="button"
      aria-label={label}
      className="needs-script grid w-11 flex-none place-items-center border-s border-line text-18 text-ink-2 hover:bg-hover hover:text-ink"
      disabled={disabled}
      onClick={onStep}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}
