import { useTranslations } from "next-intl";
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
  "REPORT_ALREADY_FILED",
  "TRANSFER_NOT_FOUND",
  "TRANSFER_NOT_POSSIBLE",
  "APPEAL_NOT_POSSIBLE",
  "DECISION_NOT_POSSIBLE",
  "VERSION_NOT_AVAILABLE",
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
  "LEDGER_UNAVAILABLE",
] as const;

/** Why a form was not accepted, in the reader's language; nothing for a code that no form here gives. */
export function ProblemNote({ code }: { code: string | undefined }) {
  const t = useTranslations("forms");
  if (code === undefined) return null;
  const known = KNOWN_PROBLEMS.find((each) => each === code) ?? "REQUEST_INVALID";
  return (
    <div role="alert">
      <Note tone="bad" title={t("refused")}>
        {t(`problem.${known}`)}
      </Note>
    </div>
  );
}
