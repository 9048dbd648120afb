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
  "EMAIL_NOT_VERIFIED",
  "MEMBER_NOT_FOUND",
  "MEMBER_NOT_POSSIBLE",
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
  /** What is said of it when it was refused for a reason that has no name; a general sentence unless given. */
  refused?: string;
}

interface ProblemNoteProps {
  code: string | undefined;
  /** The field that was wrong, by its name, if the refusal named one; with its reason (`wrongField`). */
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
  const known = KNOWN_PROBLEMS.find((each) => each === code) ?? "REQUEST_INVALID";
  const said = useFieldProblem(field);
  const isField = ({ name, label, refused }: NamedField) => said(name, label, refused) !== undefined;
  const wrong = known === "REQUEST_INVALID" ? fields?.find(isField) : undefined;
  if (code === undefined) return null;
  return (
    <div role="alert">
      <Note tone="bad" title={t("refused")}>
        {wrong ? (
          <ToField id={wrong.id}>{said(wrong.name, wrong.label, wrong.refused) ?? ""}</ToField>
        ) : (
          t(`problem.${known}`)
        )}
      </Note>
    </div>
  );
}

type Sentence = (name: string, label: string, refused?: string) => string | undefined;

/**
 * Says at the field that was wrong what the note above the form says of it: one reason, the same at both. `wrong` is its
 * name, with the reason where it has one. Undefined for every other field.
 */
export function useFieldProblem(wrong: string | undefined): Sentence {
  const t = useTranslations("forms");
  const [field, reason] = wrong?.split(":") ?? [];
  return (name, label, refused) => {
    if (name !== field) return undefined;
    if (wasLeftEmpty(name)) return t("field-missing", { label });
    const known = REASONS.find((each) => each === `${KINDS[name] ?? ""}-${reason ?? ""}`);
    if (known) return t(`reason.${known}`, { label });
    return refused ?? t("field", { label });
  };
}

/** Reasons that have a sentence of their own, by the kind of name that was refused; a test holds each to it. */
export const REASONS = [
  "username-taken",
  "username-reserved",
  "username-malformed",
  "username-too_many",
  "username-no_account",
  "username-own_account",
  "name-taken",
  "name-reserved",
  "name-too_many",
] as const;

/** What forms call the fields that hold such a name. */
const KINDS: Readonly<Record<string, string>> = { username: "username", to: "username", name: "name" };

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
