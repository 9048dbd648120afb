import { useTranslations } from "next-intl";
import { OwnSkillField } from "@/components/dashboard/own-skill-field";
import { InputField } from "@/components/forms/input-field";
import { writtenIn } from "@/components/forms/written-in";
import { SectionHead } from "@/components/ui/section-head";
import { SiteLink } from "@/components/ui/site-link";
import { NAME_MAX_CHARACTERS } from "@/lib/skill-format";

interface NameFormProps {
  /** Names of own skills. */
  skills: readonly string[];
  /** The one the reader came from. */
  chosen: string | undefined;
  /** Name of the field that was refused. */
  wrong: string | undefined;
  /** How many names a skill has at most. */
  most: number;
  ask: (form: FormData) => Promise<void>;
}

/** Asks for another name of one of the reader's skills, and says before what renaming means. */
export function NameForm({ skills, chosen, wrong, most, ask }: NameFormProps) {
  const t = useTranslations("dashboard.names");
  const words = useTranslations("dashboard");
  const written = writtenIn("skill-name");
  const wanted = written?.["skill"] ?? chosen;
  return (
    <section className="part" aria-labelledby="ask">
      <SectionHead id="ask" title={t("ask")} remark={t("ask-remark")} />
      {skills.length === 0 ? (
        <p className="pt-3 text-14 text-ink-2">
          {t("no-skill")}{" "}
          <SiteLink className="link" href="/publish">
            {words("publish")}
          </SiteLink>
        </p>
      ) : (
        <>
          <ul className="grid max-w-[68ch] list-disc gap-1 ps-5 pt-3 text-14 text-ink-2">
            {(["when", "leads", "stays", "seal", "folder"] as const).map((each) => (
              <li key={each}>{t(`means.${each}`)}</li>
            ))}
            <li>{t("means.five", { most })}</li>
          </ul>
          <form action={ask} className="grid max-w-[48ch] gap-4 pt-4">
            <OwnSkillField id="named-skill" label={t("skill")} skills={skills} wanted={wanted} />
            <InputField
              id="skill-name"
              name="name"
              label={t("name")}
              hint={t("name-hint", { most: NAME_MAX_CHARACTERS })}
              problem={wrong === "name" ? t("name-wrong") : undefined}
              autoComplete="off"
              maxLength={NAME_MAX_CHARACTERS}
              defaultValue={written?.["name"]}
              required
              mono
              tall
            />
            <div>
              <button type="submit" className="btn btn-primary">
                {t("send")}
              </button>
            </div>
          </form>
        </>
      )}
    </section>
  );
}
