import { ActOutcome, type ActQuery } from "@/components/forms/act-outcome";
import { SendButton } from "@/components/forms/send-button";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFieldProblem } from "@/components/forms/problem-note";
import { DashboardFrame, type CreatorFrameProps } from "@/components/dashboard/dashboard-frame";
import { SelectField } from "@/components/forms/field";
import { UsernameField } from "@/components/forms/username-field";
import { writtenIn } from "@/components/forms/written-in";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";

interface SomebodyFrameProps extends Pick<SomebodyFormProps, "of" | "skills" | "ask"> {
  frame: Pick<CreatorFrameProps, "username" | "address" | "waiting" | "counts">;
  /** How long somebody has to answer. */
  days: number;
  outcome: ActQuery;
  /** What was done, in a sentence, where something was. */
  did: string;
  /** What has been asked already. */
  children: ReactNode;
}

/** The pages on which one account asks another about a skill: how it went, what was asked, and the form that asks. */
export function SomebodyFrame({ of, frame, days, outcome, did, skills, ask, children }: SomebodyFrameProps) {
  const t = useTranslations("dashboard");
  const { form, field: name } = FORMS[of];
  return (
    <DashboardFrame
      {...frame}
      entry="skills"
      path={`/dashboard/${of}`}
      title={t(`${of}.title`)}
      lead={t(`${of}.lead`, { days })}
    >
      <ActOutcome
        query={outcome}
        did={outcome.done && did}
        fields={[{ name, id: `${form}-${name}`, label: t(`${of}.whom`) }]}
      />
      {children}
      <SomebodyForm of={of} skills={skills} chosen={outcome.skill} wrong={outcome.field} ask={ask} />
    </DashboardFrame>
  );
}

/**
 * What the form and the field of the other account are called, and whether publishing a skill helps who has none it
 * could be about.
 */
const FORMS = {
  transfers: { form: "transfer", field: "to", publishes: false },
  maintainers: { form: "maintainer", field: "username", publishes: true },
} as const;

interface SomebodyFormProps {
  /** Somebody is offered the skill, or invited to maintain it. */
  of: keyof typeof FORMS;
  /** Names of own skills it can be about. */
  skills: readonly string[];
  /** The one the reader came from. */
  chosen: string | undefined;
  /** Name of the field that was refused. */
  wrong: string | undefined;
  ask: (form: FormData) => Promise<void>;
}

/** Asks another account about one of the reader's skills. */
function SomebodyForm({ of, skills, chosen, wrong, ask }: SomebodyFormProps) {
  const t = useTranslations("dashboard");
  const { form, field, publishes } = FORMS[of];
  const problem = useFieldProblem(wrong);
  const written = writtenIn(form);
  return (
    <PageSection id="ask" title={t(`${of}.ask`)} remark={t(`${of}.ask-remark`)} className="part">
      {skills.length === 0 ? (
        <p className="pt-3 text-14 text-ink-2">
          {t(`${of}.no-skill`)}{" "}
          {publishes ? (
            <SiteLink className="link" href="/publish">
              {t("publish")}
            </SiteLink>
          ) : null}
        </p>
      ) : (
        <form action={ask} className="grid max-w-[48ch] gap-4 pt-4">
          <OwnSkillField
            id={`${form}-skill`}
            label={t(`${of}.skill`)}
            skills={skills}
            wanted={written?.["skill"] ?? chosen}
          />
          <UsernameField
            id={`${form}-${field}`}
            name={field}
            asks="account"
            label={t(`${of}.whom`)}
            hint={t(`${of}.whom-hint`)}
            problem={problem(field, t(`${of}.whom`))}
            defaultValue={written?.[field]}
            required
          />
          <SendButton>{t(`${of}.send`)}</SendButton>
        </form>
      )}
    </PageSection>
  );
}

interface OwnSkillFieldProps {
  id: string;
  label: string;
  /** Names of own skills; one at least. */
  skills: readonly string[];
  /** The one to begin with, if it is among them. */
  wanted: string | undefined;
}

/** Which of their skills somebody means. */
export function OwnSkillField({ id, label, skills, wanted }: OwnSkillFieldProps) {
  return (
    <SelectField
      id={id}
      name="skill"
      label={label}
      options={skills.map((slug) => ({ value: slug, text: slug }))}
      defaultValue={skills.find((slug) => slug === wanted) ?? skills[0] ?? ""}
    />
  );
}
