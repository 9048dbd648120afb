import { unlistedPage } from "@/components/site/page-metadata";
import { useTranslations } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { quarantineAction, releaseAction } from "@/app/[locale]/(account)/administration/actions";
import { useFieldProblem } from "@/components/forms/problem-note";
import { writtenIn, wrongIn } from "@/components/forms/written-in";
import { AdministrationFrame } from "@/components/administration/administration-frame";
import { DecisionForm } from "@/components/administration/decision-form";
import { caseAnchor, UnlessOwn } from "@/components/administration/case";
import { InputField, TextField } from "@/components/forms/field";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import { listLeftToOthers } from "@/lib/identity/decided-by";
import { listQuarantined } from "@/lib/moderation/quarantine";
import { MAX_REASON_CHARACTERS } from "@/lib/kernel/read-reason";
import { loadAdministrator, type AdministrationProps } from "../load-administrator";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedPage("administration", "quarantine");

export default async function QuarantinePage({ params, searchParams }: AdministrationProps) {
  const { locale } = await params;
  setRequestLocale(locale);
  const outcome = await searchParams;
  const { actor, waiting, cases } = await loadAdministrator(locale, "/administration/quarantine", outcome);
  const [skills, t] = await Promise.all([listQuarantined(actor), getTranslations("administration")]);
  const leftToOthers = await listLeftToOthers(
    actor,
    skills.map(({ id }) => id),
  );
  return (
    <AdministrationFrame
      section="quarantine"
      waiting={waiting}
      next={cases[0]}
      outcome={outcome}
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
    </AdministrationFrame>
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
