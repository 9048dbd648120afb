import { useTranslations } from "next-intl";
import { OwnSkillField } from "@/components/dashboard/own-skill-field";
import { InputField } from "@/components/forms/input-field";
import { writtenIn } from "@/components/forms/written-in";
import { SectionHead } from "@/components/ui/section-head";

interface TransferFormProps {
  /** Names of own skills that are not offered to anybody. */
  skills: readonly string[];
  /** The one the reader came from. */
  chosen: string | undefined;
  /** Name of the field that was refused. */
  wrong: string | undefined;
  offer: (form: FormData) => Promise<void>;
}

/** Offers one of the reader's skills to another account. */
export function TransferForm({ skills, chosen, wrong, offer }: TransferFormProps) {
  const t = useTranslations("dashboard.transfers");
  const written = writtenIn("transfer");
  const wanted = written?.["skill"] ?? chosen;
  return (
    <section className="part" aria-labelledby="offer">
      <SectionHead id="offer" title={t("offer")} remark={t("offer-remark")} />
      {skills.length === 0 ? (
        <p className="pt-3 text-14 text-ink-2">{t("no-skill")}</p>
      ) : (
        <form action={offer} className="grid max-w-[48ch] gap-4 pt-4">
          <OwnSkillField id="transfer-skill" label={t("skill")} skills={skills} wanted={wanted} />
          <InputField
            id="transfer-to"
            name="to"
            label={t("to")}
            hint={t("to-hint")}
            problem={wrong === "to" ? t("nobody") : undefined}
            autoComplete="off"
            maxLength={32}
            defaultValue={written?.["to"]}
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
