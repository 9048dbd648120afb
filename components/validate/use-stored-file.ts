import { useEffect, type RefObject } from "react";

/**
 * Keeps the chosen file when the form around it is reset, as React does after each action: a refusal is no new start.
 */
export function useStoredFile(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const field = input.current;
    const form = field?.form;
    if (!field || !form) return undefined;
    const keep = () => {
      const { files } = field;
      if (!files || files.length === 0) return;
      const kept = new DataTransfer();
      for (const file of files) kept.items.add(file);
      // The event comes before the fields are emptied.
      setTimeout(() => {
        field.files = kept.files;
      });
    };
    form.addEventListener("reset", keep);
    return () => form.removeEventListener("reset", keep);
  }, [input]);
}
