import { useTranslations } from "next-intl";
import { ToSkill } from "@/components/claim/to-skill";
import { SiteLink } from "@/components/ui/site-link";

interface ClaimNextProps {
  slug: string | null;
  token: string;
  /** The account has no password yet. */
  maySetPassword: boolean;
}

/** What can be done once a claim is finished. */
export function ClaimNext({ slug, token, maySetPassword }: ClaimNextProps) {
  const t = useTranslations("claim.next");
  return (
    <>
      {maySetPassword ? (
        <SiteLink
          className="btn btn-primary"
          href={`/drafts/claim-agent-complete?token=${encodeURIComponent(token)}`}
        >
          {t("password")}
        </SiteLink>
      ) : (
        <SiteLink className="btn btn-primary" href="/login">
          {t("sign-in")}
        </SiteLink>
      )}
      {slug === null ? null : <ToSkill slug={slug} words={t("skill")} />}
    </>
  );
}
