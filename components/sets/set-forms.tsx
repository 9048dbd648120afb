import { SendButton } from "@/components/forms/send-button";
import { useTranslations } from "next-intl";
import { InputField } from "@/components/forms/field";
import { SelectField } from "@/components/forms/field";
import { TextField } from "@/components/forms/field";
import { useFieldProblem } from "@/components/forms/problem-note";
import { writtenIn } from "@/components/forms/written-in";
import { SectionHead } from "@/components/ui/page-parts";

interface SaveSetFormProps {
  wrong: string | undefined;
  /** The most skills, and the longest name. */
  most: { parts: number; name: number; text: number };
  save: (form: FormData) => Promise<void>;
}

/** A new set, or the next version of one. */
export function SaveSetForm({ wrong, most, save }: SaveSetFormProps) {
  const t = useTranslations("sets");
  const problem = useFieldProblem(wrong);
  const written = writtenIn("set");
  return (
    <section className="part" aria-labelledby="save">
      <SectionHead id="save" title={t("save")} remark={t("save-remark")} />
      <form action={save} className="grid max-w-[68ch] gap-4 pt-4">
        <InputField
          id="set-name"
          name="name"
          label={t("name")}
          hint={t("name-hint", { most: most.name })}
          problem={problem("name", t("name"), t("name-wrong"))}
          autoComplete="off"
          maxLength={most.name}
          defaultValue={written?.["name"]}
          required
          mono
          tall
        />
        <TextField
          id="set-description"
          name="description"
          label={t("description")}
          problem={problem("description", t("description"), t("wrong"))}
          maxLength={500}
          rows={2}
          required
          defaultValue={written?.["description"]}
        />
        <TextField
          id="set-parts"
          name="parts"
          label={t("skills")}
          note={t("skills-hint", { most: most.parts })}
          problem={problem("parts", t("skills"), t("skills-wrong"))}
          maxLength={most.text}
          rows={8}
          required
          defaultValue={written?.["parts"]}
        />
        <SendButton>{t("send")}</SendButton>
      </form>
    </section>
  );
}

/** Takes one of the reader's sets out of the market, with a reason. */
export function WithdrawSetForm({
  sets,
  withdraw,
}: {
  sets: readonly string[];
  withdraw: (form: FormData) => Promise<void>;
}) {
  const t = useTranslations("sets");
  const written = writtenIn("withdraw-set");
  return (
    <section className="part" aria-labelledby="withdraw">
      <SectionHead id="withdraw" title={t("withdraw-title")} remark={t("withdraw-remark")} />
      <form action={withdraw} className="grid max-w-[48ch] gap-4 pt-4">
        <SelectField
          id="withdrawn-set"
          name="set"
          label={t("set")}
          defaultValue={written?.["set"] ?? ""}
          options={sets.map((name) => ({ value: name, text: name }))}
        />
        <TextField
          id="withdraw-reason"
          name="reason"
          label={t("reason")}
          maxLength={500}
          rows={2}
          required
          defaultValue={written?.["reason"]}
        />
        <div>
          <button type="submit" className="btn btn-quiet">
            {t("withdraw")}
          </button>
        </div>
      </form>
    </section>
  );
}
