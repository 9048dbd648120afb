import { useTranslations } from "next-intl";
import { SelectField } from "@/components/forms/select-field";
import { TextField } from "@/components/forms/text-field";
import { useFieldProblem } from "@/components/forms/use-field-problem";
import { writtenIn } from "@/components/forms/written-in";
import type { ReportReason } from "@/lib/moderation/report-reasons";

interface ReportFormProps {
  slug: string;
  reasons: readonly ReportReason[];
  maxCharacters: number;
  /** Name of the field that was refused. */
  wrong: string | undefined;
  action: (form: FormData) => Promise<void>;
}

/** Reason and text of a report. */
export function ReportForm({ slug, reasons, maxCharacters, wrong, action }: ReportFormProps) {
  const t = useTranslations("report");
  const problem = useFieldProblem(wrong);
  const written = writtenIn("report");
  return (
    <form action={action} className="grid gap-4" noValidate>
      <input type="hidden" name="skill" value={slug} />
      <SelectField
        id="reason"
        name="reason"
        label={t("reason")}
        options={[
          { value: "", text: t("choose") },
          ...reasons.map((reason) => ({ value: reason, text: t(`reasons.${reason}`) })),
        ]}
        defaultValue={written?.["reason"] ?? ""}
        problem={problem("reason", t("reason"))}
      />
      <TextField
        id="text"
        name="text"
        label={t("text")}
        note={t("text-note")}
        maxLength={maxCharacters}
        required
        defaultValue={written?.["text"]}
        problem={problem("text", t("text"))}
      />
      <div>
        <button type="submit" className="btn btn-primary">
          {t("send")}
        </button>
      </div>
    </form>
  );
}
