import { useTranslations } from "next-intl";
import { OwnSkillField } from "@/components/dashboard/own-skill-field";
import { InputField } from "@/components/forms/input-field";
import { writtenIn } from "@/components/forms/written-in";
import { SectionHead } from "@/components/ui/section-head";
import { SiteLink } from "@/components/ui/site-link";

/**
 * What the form and the field of the other account are called, and whether publishing a skill helps who has none it
 * could be about.
 */
export const FORMS = {
  transfers: { form: "transfer", field: "to", publishes: false },
  maintainers: { form: "maintainer", field: "username", publishes: true },
} as const;

export interface SomebodyFormProps {
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
export function SomebodyForm({ of, skills, chosen, wrong, ask }: SomebodyFormProps) {
  const t = useTranslations("dashboard");
  const { form, field, publishes } = FORMS[of];
  const written = writtenIn(form);
  return (
    <section className="part" aria-labelledby="ask">
      <SectionHead id="ask" title={t(`${of}.ask`)} remark={t(`${of}.ask-remark`)} />
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
          <InputField
            id={`${form}-${field}`}
            name={field}
            label={t(`${of}.whom`)}
            hint={t(`${of}.whom-hint`)}
            problem={wrong === field ? t(`${of}.nobody`) : undefined}
            autoComplete="off"
            maxLength={32}
            defaultValue={written?.[field]}
            required
            tall
          />
          <div>
            <button type="submit" className="btn btn-primary">
              {t(`${of}.send`)}
            </button>
          </div>
        </form>
      )}
    </section>
  );
}
