import type { ComponentProps } from "react";

interface InlineSelectProps extends ComponentProps<"select"> {
  id: string;
  label: string;
}

/** A small choice in a line of other things; on a tablet its label is only read aloud. */
export function InlineSelect({ label, ...select }: InlineSelectProps) {
  return (
    <div className="flex items-center gap-2 text-13 whitespace-nowrap text-ink-3 to-960:order-1 to-960:justify-self-end">
      <label className="to-960:sr-only" htmlFor={select.id}>
        {label}
      </label>
      <select className="input min-h-8.5 w-auto py-0.75 text-13 text-ink-2 to-960:min-h-11" {...select} />
    </div>
  );
}
