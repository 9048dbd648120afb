import { useTranslations } from "next-intl";
import { OwnSkillField } from "@/components/dashboard/own-skill-field";
import { InputField } from "@/components/forms/input-field";
import { writtenIn } from "@/components/forms/written-in";
import { SectionHead } from "@/components/ui/section-head";

interface MaintainerFormProps {
  /** Names of own skills. */
  skills: readonly string[];
  /** The one the reader came from. */
  chosen: string | undefined;
  /** Name of the field that was refused. */
  wrong: string | undefined;
  invite: (form: FormData) => Promise<void>;
}

/** Invites somebody to maintain one of the reader's skills. */
export function MaintainerForm({ skills, chosen, wrong, invite }: MaintainerFormProps) {
  const t = useTranslations("dashboard.maintainers");
  const written = writtenIn("maintainer");
  const wanted = written?.["skill"] ?? chosen;
  return (
    <section className="part" aria-labelledby="invite">
      <SectionHead id="invite" title={t("invite")} remark={t("invite-remark")} />
      {skills.length === 0 ? (
        <p className="pt-3 text-14 text-ink-2">{t("no-skill")}</p>
      ) : (
        <form action={invite} className="grid max-w-[48ch] gap-4 pt-4">
          <OwnSkillField id="maintainer-skill" label={t("skill")} skills={skills} wanted={wanted} />
          <InputField
            id="maintainer-username"
            name="username"
            label={t("username")}
            hint={t("username-hint")}
            problem={wrong === "username" ? t("nobody") : undefined}
            autoComplete="off"
            maxLength={32}
            defaultValue={written?.["username"]}
            required
            tall
          />
          <div>
            <button type="submit" className="btn btn-primary">
              {t("send")}
            </button>
          </div>
        </form>
      )}
    </section>
  );
}
