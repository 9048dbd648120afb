import { useTranslations } from "next-intl";
import type { ChallengeView } from "@/lib/audits/challenges";

/**
 * Where a challenge was opened by a verifier's signature: the signed record, and whether the verifier still stands
 * by it.
 */
export function SignedChallenge({ challenge }: { challenge: Pick<ChallengeView, "auditId" | "takenBack"> }) {
  const t = useTranslations("audits.challenge");
  const { auditId, takenBack } = challenge;
  if (auditId === null) return null;
  return (
    <p className="text-14">
      <a className="link" href={`/v1/audits/${auditId}`}>
        {t("signed")}
      </a>
      {takenBack === null ? null : (
        <span className="text-danger"> {t("takenBack", { reason: takenBack })}</span>
      )}
    </p>
  );
}
