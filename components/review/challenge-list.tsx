import { useTranslations } from "next-intl";
import { skillPath } from "@/components/skill/skill-path";
import { SiteLink } from "@/components/ui/site-link";
import type { ChallengeView } from "@/lib/audits/challenges";

/**
 * What others have said against the version that is read, and how it ended; each leads to the evidence. Nothing where
 * nobody did.
 */
export function ChallengeList({ challenges }: { challenges: readonly ChallengeView[] }) {
  const t = useTranslations("audits.challenge");
  if (challenges.length === 0) return null;
  return (
    <section aria-labelledby="challenged">
      <h2 id="challenged">{t("title")}</h2>
      <ul className="grid gap-2 text-13">
        {challenges.map(({ id, state, claim, slug, version, standing }) => (
          <li key={id} className="wrap-anywhere">
            <b className="font-semibold">{t(`state.${state}`)}</b>{" "}
            <SiteLink className="link" href={`${skillPath(slug, "security", version)}#challenges`}>
              {claim}
            </SiteLink>{" "}
            <span className="text-ink-2">({t(`by.${standing ?? "none"}`)})</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
