import { refusedForm } from "@/components/forms/written-in";
import type { NamedField } from "@/components/forms/problem-note";

/** The id of the field in which a decision about `subject` is given its reason. */
export const reasonId = (subject: string): string => `reason-${subject}`;

/**
 * That field of the form that was refused, where it is one about a subject: those are called "kind subject". Server
 * components only.
 */
export function refusedReason(label: string): NamedField[] {
  const [, subject] = refusedForm()?.split(" ") ?? [];
  return subject === undefined ? [] : [{ name: "reason", id: reasonId(subject), label }];
}
