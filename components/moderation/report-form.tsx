import { useTranslations } from "next-intl";
import { KeepTyped } from "@/components/forms/keep-typed";
import { SelectField } from "@/components/forms/select-field";
import { TextField } from "@/components/forms/text-field";
import type { ReportReason } from "@/lib/moderation/report-reasons";

interface ReportFormProps {
  slug: string;
  reasons: readonly ReportReason[];
  maxCharacters: number;
  action: (form: FormData) => Promise<void>;
  /** The last try was refused: what was written comes back. */
  refused: boolean;
}

const TYPED = ["reason", "text"];

/** Reason and text of a report. */
export function ReportForm({ slug, reasons, maxCharacters, action, refused }: ReportFormProps) {
  const t = useTranslations("report");
  return (
    <form action={action} className="grid gap-4">
      <KeepTyped restore={refused} fields={TYPED} />
      <input type="hidden" name="skill" value={slug} />
      <SelectField
        id="reason"
        name="reason"
        label={t("reason")}
        options={[
          { value: "", text: t("choose") },
          ...reasons.map((reason) => ({ value: reason, text: t(`reasons.${reason}`) })),
        ]}
        defaultValue=""
      />
      <TextField
        id="text"
        name="text"
        label={t("text")}
        note={t("text-note")}
        maxLength={maxCharacters}
        required
      />
      <div>
        <button type="submit" className="btn btn-primary">
          {t("send")}
        </button>
      </div>
    </form>
  );
}
