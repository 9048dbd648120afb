import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AnswerButton } from "@/components/dashboard/answer-button";
import { SectionHead } from "@/components/ui/section-head";
import { SiteLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/slot";
import { When } from "@/components/ui/when";
import type { MaintainerView } from "@/lib/maintainers/list-maintenance";

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
    <section className="part" aria-labelledby="invitations">
      <SectionHead id="invitations" title={t("invitations")} />
      <ul>
        {invitations.map((invitation) => (
          <li key={invitation.maintainerId} className="grid gap-4 border-b border-line py-4">
            <div className="text-14 text-ink-2">
              <Skill slug={invitation.slug} />
              <p>
                {t.rich("from", { name: invitation.owner, day: slot(<Until invitation={invitation} />) })}
              </p>
              <ul className="grid max-w-[68ch] list-disc gap-1 ps-5 pt-3">
                {(["publish", "money", "own", "log"] as const).map((fact) => (
                  <li key={fact}>{t(`means.${fact}`)}</li>
                ))}
              </ul>
            </div>
            <div className="flex flex-wrap gap-2">
              <AnswerButton
                subject={["maintainer", invitation.maintainerId]}
                about={invitation.slug}
                act={accept}
                tone="btn-primary"
                label={t("accept")}
              />
              <AnswerButton
                subject={["maintainer", invitation.maintainerId]}
                about={invitation.slug}
                act={decline}
                tone="btn-quiet"
                label={t("decline")}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
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
    <section className="part" aria-labelledby="maintained">
      <SectionHead
        id="maintained"
        title={t("maintained")}
        more={
          <SiteLink className="link" href="/publish">
            {t("publish")}
          </SiteLink>
        }
      />
      <ul className="agent-list">
        {maintained.map((skill) => (
          <Line key={skill.maintainerId} slug={skill.slug} says={t("of", { name: skill.owner })}>
            <AnswerButton
              subject={["maintainer", skill.maintainerId]}
              about={skill.slug}
              act={leave}
              tone="btn-quiet"
              label={t("leave")}
            />
          </Line>
        ))}
      </ul>
    </section>
  );
}

/** Who maintains the reader's skills, or is invited to. */
export function OwnMaintainers({ maintainers, end }: { maintainers: readonly MaintainerView[]; end: Act }) {
  const t = useTranslations("dashboard.maintainers");
  if (maintainers.length === 0) return null;
  return (
    <section className="part" aria-labelledby="own-maintainers">
      <SectionHead id="own-maintainers" title={t("own")} />
      <ul className="agent-list">
        {maintainers.map((one) => {
          const day = slot(<Until invitation={one} />);
          const says =
            one.invitedUntil === null
              ? t("maintains", { name: one.maintainer })
              : t.rich("invited", { name: one.maintainer, day });
          const label = one.invitedUntil === null ? t("remove") : t("withdraw");
          return (
            <Line key={one.maintainerId} slug={one.slug} says={says}>
              <AnswerButton
                subject={["maintainer", one.maintainerId]}
                about={`${one.maintainer} ${one.slug}`}
                act={end}
                tone="btn-quiet"
                label={label}
              />
            </Line>
          );
        })}
      </ul>
    </section>
  );
}

function Line({ slug, says, children }: { slug: string; says: ReactNode; children: ReactNode }) {
  return (
    <li>
      <div>
        <Skill slug={slug} />
        <p>{says}</p>
      </div>
      {children}
    </li>
  );
}

function Skill({ slug }: { slug: string }) {
  return (
    <h3 className="text-16 font-semibold text-ink">
      <SiteLink className="hover:underline" href={`/skills/${slug}`}>
        {slug}
      </SiteLink>
    </h3>
  );
}

function Until({ invitation: { invitedUntil } }: { invitation: MaintainerView }) {
  return invitedUntil === null ? null : <When iso={invitedUntil} as="day" />;
}
