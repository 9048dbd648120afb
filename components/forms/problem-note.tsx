import { useTranslations } from "next-intl";
import { Note } from "@/components/ui/note";

const KNOWN = [
  "REQUEST_INVALID",
  "RATE_LIMITED",
  "PERMISSION_DENIED",
  "SKILL_NOT_FOUND",
  "SKILL_QUARANTINED",
  "REVIEW_NOT_ALLOWED",
  "REVIEW_NOT_ALLOWED_ON_DRAFT",
  "REPORT_ALREADY_FILED",
  "APPEAL_NOT_POSSIBLE",
  "DECISION_NOT_POSSIBLE",
  "VERSION_NOT_AVAILABLE",
] as const;

/** Why a form was not accepted, in the reader's language; nothing for a code that no form here gives. */
export function ProblemNote({ code }: { code: string | undefined }) {
  const t = useTranslations("forms");
  if (code === undefined) return null;
  const known = KNOWN.find((each) => each === code) ?? "REQUEST_INVALID";
  return (
    <div role="alert">
      <Note tone="bad" title={t("refused")}>
        {t(`problem.${known}`)}
      </Note>
    </div>
  );
}
