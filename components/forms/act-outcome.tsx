import type { ReactNode } from "react";
import { ConfirmedNote, ProblemNote, type NamedField } from "@/components/forms/problem-note";
import { Note } from "@/components/ui/note";

/** What the address of a page says of the last act of one of its forms, and of what it was about. */
export type ActQuery = Partial<
  Record<"done" | "about" | "confirmed" | "problem" | "field" | "skill", string>
>;

interface ActOutcomeProps {
  query: ActQuery;
  /** What was done, in a sentence; undefined where nothing was. */
  did: string | undefined;
  /** What more there is to say of it. */
  more?: ReactNode;
  fields: readonly NamedField[];
}

/** How the last act went, above the forms of a page: done, to be gone on with, or refused. */
export function ActOutcome({ query: { confirmed, problem, field }, did, more, fields }: ActOutcomeProps) {
  return (
    <div className="mt-6 grid gap-4">
      <div role="status">
        {did ? (
          <Note tone="ok" title={did}>
            {more}
          </Note>
        ) : null}
      </div>
      {confirmed ? <ConfirmedNote /> : null}
      <ProblemNote code={problem} field={field} fields={fields} />
    </div>
  );
}
