import { unlistedPage } from "@/components/site/page-metadata";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import {
  quarantineAction,
  releaseAccountAction,
  releaseAction,
  showPostAction,
} from "@/app/[locale]/(account)/administration/actions";
import { useFieldProblem } from "@/components/forms/problem-note";
import { writtenIn, wrongIn } from "@/components/forms/written-in";
import {
  AdministrationFrame,
  type AdministrationOutcome,
} from "@/components/administration/administration-frame";
import { DecisionForm } from "@/components/administration/decision-form";
import { caseAnchor, UnlessOwn } from "@/components/administration/case";
import { InputField, TextField } from "@/components/forms/field";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import type { Actor } from "@/lib/identity/actor";
import { leavesOwnToOthers, listLeftToOthers } from "@/lib/identity/decided-by";
import { listHidden, type HiddenPost, type QuarantinedAccount } from "@/lib/moderation/posts";
import { listQuarantined } from "@/lib/moderation/quarantine";
import { MAX_REASON_CHARACTERS } from "@/lib/kernel/read-reason";
import { loadAdministrator } from "../load-administrator";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = unlistedPage("administration", "quarantine");

export default async function QuarantinePage(props: PageProps<AdministrationOutcome>) {
  const { actor, frame } = await loadAdministrator(props, "/administration/quarantine");
  const [skills, hidden, t] = await Promise.all([
    listQuarantined(actor),
    listHidden(actor),
    getTranslations("administration"),
  ]);
  const leftToOthers = await listLeftToOthers(
    actor,
    skills.map(({ id }) => id),
  );
  return (
    <AdministrationFrame
      {...frame}
      section="quarantine"
      reason={t("decision")}
      fields={[{ name: "reason", id: "reason", label: t("decision") }]}
    >
      <PageSection
        id="quarantine"
        title={t("quarantine")}
        remark={t("quarantineRemark")}
        className="grid gap-4"
      >
        {skills.length === 0 && <p className="text-14 text-ink-2">{t("noneQuarantined")}</p>}
        <ul className="divide-y divide-line">
          {skills.map((skill) => (
            <li key={skill.id} id={caseAnchor(skill.slug)} className="grid gap-3 py-4">
              <p className="flex flex-wrap gap-2">
                <SiteLink className="link" href={`/skills/${skill.slug}/quarantine`}>
                  {skill.slug}
                </SiteLink>
                <span className="text-14 text-ink-2">
                  {skill.owner?.username}{" "}
                  {skill.quarantinedAt ? <When iso={skill.quarantinedAt.toISOString()} as="day" /> : null}
                </span>
              </p>
              <p className="max-w-[70ch] whitespace-pre-line wrap-anywhere">{skill.quarantineReason}</p>
              <UnlessOwn leftToOthers={leftToOthers.has(skill.id)}>
                <DecisionForm
                  subject={["skill", skill.slug]}
                  action={releaseAction}
                  choices={[
                    { value: "release", label: t("release"), tone: "primary", effect: t("effect.release") },
                  ]}
                />
              </UnlessOwn>
            </li>
          ))}
        </ul>
        <QuarantineForm />
      </PageSection>
      <HiddenPosts actor={actor} posts={hidden.posts} />
      <QuarantinedAccounts actor={actor} accounts={hidden.accounts} />
    </AdministrationFrame>
  );
}

/** Questions and answers that are shown to nobody. */
async function HiddenPosts({ actor, posts }: { actor: Actor; posts: readonly HiddenPost[] }) {
  const t = await getTranslations("administration");
  const [left, leavesOwn] = await Promise.all([
    listLeftToOthers(
      actor,
      posts.map(({ skill }) => skill.id),
    ),
    leavesOwnToOthers(actor),
  ]);
  return (
    <PageSection id="hidden" title={t("hiddenPosts")}>
      {posts.length === 0 && <p className="py-3 text-14 text-ink-2">{t("noneHiddenPosts")}</p>}
      <ul className="divide-y divide-line">
        {posts.map(({ id, skill, account, text, hiddenReason }) => (
          <li key={id} id={caseAnchor(id)} className="grid gap-3 py-4">
            <p className="flex flex-wrap gap-2">
              <SiteLink className="link" href={`/skills/${skill.slug}/questions`}>
                {skill.slug}
              </SiteLink>
              <span className="text-14 text-ink-2">{account?.username}</span>
            </p>
            <p className="max-w-[70ch] whitespace-pre-line wrap-anywhere">{text ?? t("taken-back")}</p>
            <p className="max-w-[70ch] text-14 text-ink-2 wrap-anywhere">{hiddenReason}</p>
            <UnlessOwn leftToOthers={left.has(skill.id)}>
              <UnlessOwn leftToOthers={leavesOwn && account?.id === actor.accountId} what="post">
                <DecisionForm
                  subject={["post", id]}
                  about={skill.slug}
                  action={showPostAction}
                  choices={[
                    { value: "show", label: t("showPost"), tone: "primary", effect: t("effect.showPost") },
                  ]}
                />
              </UnlessOwn>
            </UnlessOwn>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

interface QuarantinedAccountsProps {
  actor: Actor;
  accounts: readonly QuarantinedAccount[];
}

/** Accounts whose questions and answers are shown to nobody. */
async function QuarantinedAccounts({ actor, accounts }: QuarantinedAccountsProps) {
  const [t, leavesOwn] = await Promise.all([getTranslations("administration"), leavesOwnToOthers(actor)]);
  return (
    <PageSection id="accounts" title={t("quarantinedAccounts")}>
      {accounts.length === 0 && <p className="py-3 text-14 text-ink-2">{t("noneQuarantinedAccounts")}</p>}
      <ul className="divide-y divide-line">
        {accounts.map(({ id, username, quarantinedAt, quarantineReason }) => (
          <li key={id} id={caseAnchor(username)} className="grid gap-3 py-4">
            <p className="flex flex-wrap gap-2">
              <SiteLink className="link" href={`/people/${encodeURIComponent(username)}`}>
                {username}
              </SiteLink>
              <span className="text-14 text-ink-2">
                {quarantinedAt ? <When iso={quarantinedAt.toISOString()} as="day" /> : null}
              </span>
            </p>
            <p className="max-w-[70ch] wrap-anywhere">{quarantineReason}</p>
            <UnlessOwn leftToOthers={leavesOwn && id === actor.accountId} what="post">
              <DecisionForm
                subject={["account", username]}
                action={releaseAccountAction}
                choices={[
                  {
                    value: "release",
                    label: t("release"),
                    tone: "primary",
                    effect: t("effect.releaseAccount"),
                  },
                ]}
              />
            </UnlessOwn>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

/** Takes any skill out of the market. */
function QuarantineForm() {
  const t = useTranslations("administration");
  const written = writtenIn("quarantine");
  const problem = useFieldProblem(wrongIn("quarantine"));
  return (
    <form action={quarantineAction} className="grid max-w-[560px] gap-4">
      <InputField
        id="skill"
        name="skill"
        label={t("skill")}
        note={t("skillNote")}
        required
        maxLength={64}
        defaultValue={written?.["skill"]}
        autoComplete="off"
      />
      <TextField
        id="reason"
        name="reason"
        label={t("decision")}
        note={t("decisionNote")}
        maxLength={MAX_REASON_CHARACTERS}
        rows={3}
        required
        defaultValue={written?.["reason"]}
        problem={problem("reason", t("decision"))}
      />
      <div>
        <button type="submit" className="btn btn-danger" aria-describedby="quarantine-effect">
          {t("quarantineSkill")}
        </button>
        <p id="quarantine-effect" className="hint">
          {t("effect.quarantine")}
        </p>
      </div>
    </form>
  );
}
