import { useTranslations } from "next-intl";
import { AnswerButton } from "@/components/forms/answer-button";
import { AskedItem, MeaningList, SkillLine } from "@/components/dashboard/skill-lines";
import { ItemList } from "@/components/ui/lists";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/sentences";
import { When } from "@/components/ui/values";
import type { MaintainerView } from "@/lib/ownership/maintainers/list-maintenance";

type Act = (form: FormData) => Promise<void>;

interface InvitationsProps {
  invitations: readonly MaintainerView[];
  accept: Act;
  decline: Act;
}

/** Skills of others that the reader is invited to maintain, with what that means before it can be accepted. */
export function Invitations({ invitations, accept, decline }: InvitationsProps) {
  const t = useTranslations("dashboard.maintainers");
  if (invitations.length === 0) return null;
  return (
    <PageSection id="invitations" title={t("invitations")} className="part">
      <ul>
        {invitations.map((invitation) => (
          <AskedItem
            key={invitation.maintainerId}
            subject={["maintainer", invitation.maintainerId]}
            slug={invitation.slug}
            of="maintainers"
            accept={accept}
            decline={decline}
          >
            <p>{t.rich("from", { name: invitation.owner, day: slot(<Until invitation={invitation} />) })}</p>
            <MeaningList>
              {(["publish", "money", "own", "log"] as const).map((fact) => (
                <li key={fact}>{t(`means.${fact}`)}</li>
              ))}
            </MeaningList>
          </AskedItem>
        ))}
      </ul>
    </PageSection>
  );
}

/** Skills of others that the reader maintains. */
export function MaintainedSkills({
  maintained,
  leave,
}: {
  maintained: readonly MaintainerView[];
  leave: Act;
}) {
  const t = useTranslations("dashboard.maintainers");
  if (maintained.length === 0) return null;
  return (
    <PageSection
      id="maintained"
      title={t("maintained")}
      more={
        <SiteLink className="link" href="/publish">
          {t("publish")}
        </SiteLink>
      }
      className="part"
    >
      <ItemList>
        {maintained.map((skill) => (
          <SkillLine key={skill.maintainerId} slug={skill.slug} says={t("of", { name: skill.owner })}>
            <AnswerButton
              subject={["maintainer", skill.maintainerId]}
              about={skill.slug}
              act={leave}
              tone="btn-quiet"
              label={t("leave")}
            />
          </SkillLine>
        ))}
      </ItemList>
    </PageSection>
  );
}

/** Who maintains the reader's skills, or is invited to. */
export function OwnMaintainers({ maintainers, end }: { maintainers: readonly MaintainerView[]; end: Act }) {
  const t = useTranslations("dashboard.maintainers");
  if (maintainers.length === 0) return null;
  return (
    <PageSection id="own-maintainers" title={t("own")} className="part">
      <ItemList>
        {maintainers.map((one) => {
          const day = slot(<Until invitation={one} />);
          const says =
            one.invitedUntil === null
              ? t("maintains", { name: one.maintainer })
              : t.rich("invited", { name: one.maintainer, day });
          const label = one.invitedUntil === null ? t("remove") : t("withdraw");
          return (
            <SkillLine key={one.maintainerId} slug={one.slug} says={says}>
              <AnswerButton
                subject={["maintainer", one.maintainerId]}
                about={`${one.maintainer} ${one.slug}`}
                act={end}
                tone="btn-quiet"
                label={label}
              />
            </SkillLine>
          );
        })}
      </ItemList>
    </PageSection>
  );
}

function Until({ invitation: { invitedUntil } }: { invitation: MaintainerView }) {
  return invitedUntil === null ? null : <When iso={invitedUntil} as="day" />;
}
