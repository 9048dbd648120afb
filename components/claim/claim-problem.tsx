import { useTranslations } from "next-intl";

/** Why a link could not be confirmed; nothing without a code. */
export function ClaimProblem({ code }: { code: string | null }) {
  const t = useTranslations("claim.problem");
  if (code === null) return null;
  return (
    <p role="status" className="mt-3 text-danger">
      {t(code === "AUDIT_NOT_ALLOWED" ? code : "other")}
    </p>
  );
}
