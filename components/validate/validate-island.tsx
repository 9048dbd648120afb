import type { ComponentProps } from "react";
import type { createRoot, hydrateRoot } from "react-dom/client";
import { type EditorStart, ValidateForm } from "@/components/validate/validate-form";

type ValidateIslandProps = Omit<ComponentProps<typeof ValidateForm>, "action" | "live">;

/**
 * Brings the check of a plain page to life; from then on it is never sent as a plain form. A page that answers a form
 * sent before the scripts came holds verdicts that nobody here knows: its text is checked once more, and the verdicts
 * on an archive, which no page can put back into its field, stay as they are.
 */
export function wake(
  island: Element,
  props: unknown,
  react: { createRoot: typeof createRoot; hydrateRoot: typeof hydrateRoot },
): void {
  const given = props as ValidateIslandProps;
  const form = (start: EditorStart | undefined) => (
    <ValidateForm {...given} action={neverSent} live {...(start && { start })} />
  );
  const text = island.querySelector("textarea")?.value ?? "";
  if (island.querySelector(".dialects, .note") === null) react.hydrateRoot(island, form(given.start));
  else if (text !== "") react.createRoot(island).render(form({ text, chosen: null }));
}

function neverSent(): Promise<never> {
  return Promise.reject(new Error("the form was sent past its own handler"));
}
