import { useTranslations } from "next-intl";
import { ToField } from "@/components/forms/field";
import { wasLeftEmpty } from "@/components/forms/written-in";
import { Note } from "@/components/ui/note";

/** Every code that a form of the site can come back with; a test holds each to its sentence. */
export const KNOWN_PROBLEMS = [
  "REQUEST_INVALID",
  "RATE_LIMITED",
  "PERMISSION_DENIED",
  "SKILL_NOT_FOUND",
  "SKILL_QUARANTINED",
  "REVIEW_NOT_ALLOWED",
  "REVIEW_NOT_ALLOWED_ON_DRAFT",
  "QUESTION_NOT_ALLOWED",
  "REPORT_ALREADY_FILED",
  "TRANSFER_NOT_FOUND",
  "TRANSFER_NOT_POSSIBLE",
  "MAINTAINER_NOT_FOUND",
  "MAINTAINER_NOT_POSSIBLE",
  "APPEAL_NOT_POSSIBLE",
  "DECISION_NOT_POSSIBLE",
  "DECISION_NOT_ALLOWED",
  "VERSION_NOT_AVAILABLE",
  "VERSION_CLOSED",
  "AUTH_REQUIRED",
  "AUTH_FAILED",
  "VERIFIER_REQUIRED",
  "VERSION_NOT_FOUND",
  "AUDIT_NOT_FOUND",
  "AUDIT_NOT_ALLOWED",
  "AUDIT_STATEMENT_MISMATCH",
  "AUDIT_SIGNATURE_INVALID",
  "SIGNATURE_ALREADY_USED",
  "REVIEW_RESERVED",
  "REVIEW_INCOMPLETE",
  "CHALLENGE_NOT_FOUND",
  "CHALLENGE_NOT_ALLOWED",
  "ADVISORY_NOT_FOUND",
  "LEDGER_UNAVAILABLE",
] as const;

/** A field of a form: what the form calls it, its id, and its label. */
export interface NamedField {
  name: string;
  id: string;
  label: string;
}

interface ProblemNoteProps {
  code: string | undefined;
  /** The field that was wrong, by its name, if the refusal named one. */
  field?: string | undefined;
  /** Those of the form, so that the note can lead to the one that was wrong. */
  fields?: readonly NamedField[];
}

/**
 * Why a form was not accepted, in the reader's language, with a link to the field that was wrong; nothing
 * without a code.
 */
export function ProblemNote({ code, field, fields }: ProblemNoteProps) {
  const t = useTranslations("forms");
  if (code === undefined) return null;
  const known = KNOWN_PROBLEMS.find((each) => each === code) ?? "REQUEST_INVALID";
  const wrong = known === "REQUEST_INVALID" ? fields?.find(({ name }) => name === field) : undefined;
  return (
    <div role="alert">
      <Note tone="bad" title={t("refused")}>
        {wrong ? (
          <ToField id={wrong.id}>{t(reasonOf(wrong.name), { label: wrong.label })}</ToField>
        ) : (
          t(`problem.${known}`)
        )}
      </Note>
    </div>
  );
}

/**
 * Says at the field that was wrong what the note above the form says of it; `wrong` is its name. Undefined for every
 * other field.
 */
export function useFieldProblem(
  wrong: string | undefined,
): (name: string, label: string) => string | undefined {
  const t = useTranslations("forms");
  return (name, label) => (name === wrong ? t(reasonOf(name), { label }) : undefined);
}

/** One reason where it is known: what was left empty is missing. */
const reasonOf = (field: string) => (wasLeftEmpty(field) ? "field-missing" : "field");

/**
 * Says to somebody who comes back from confirming that it is them that they go on here; what they had written is
 * put back.
 */
export function ConfirmedNote() {
  const t = useTranslations("confirm");
  return (
    <div role="status" className="mb-4">
      <Note tone="ok" title={t("done")}>
        {t("done-text")}
      </Note>
    </div>
  );
}
