import type { ComponentProps } from "react";

interface ChooseFileProps extends Omit<ComponentProps<"input">, "type" | "className"> {
  /** What is written on the button. */
  label: string;
}

/**
 * A field for a file, as a button in the page's language: the browser's own speaks the browser's. Without scripts that
 * one is shown, as it alone says what is chosen.
 */
export function ChooseFile({ label, ...input }: ChooseFileProps) {
  return (
    <label className={CHOOSE}>
      {label}
      <input {...input} type="file" className="sr-only noscript:not-sr-only" />
    </label>
  );
}

/** The look of a button that a field for files lies in. */
export const CHOOSE =
  "btn btn-sm relative cursor-pointer focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent";
