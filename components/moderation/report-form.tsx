import { useTranslations } from "next-intl";
import { TextField } from "@/components/forms/text-field";
import type { ReportReason } from "@/lib/moderation/report-reasons";

interface ReportFormProps {
  slug: string;
  reasons: readonly ReportReason[];
  maxCharacters: number;
  action: (form: FormData) => Promise<void>;
}

/** Reason and text of a report. */
export function ReportForm({ slug, reasons, maxCharacters, action }: ReportFormProps) {
  const t = useTranslations("report");
  return (
    <form action={action} className="grid gap-4">
      <input type="hidden" name="skill" value={slug} />
      <div className="field">
        <label className="field-label" htmlFor="reason">
          {t("reason")}
        </label>
        <select id="reason" name="reason" className="input" required defaultValue="">
          <option value="">{t("choose")}</option>
          {reasons.map((reason) => (
            <option key={reason} value={reason}>
              {t(`reasons.${reason}`)}
            </option>
          ))}
        </select>
      </div>
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
