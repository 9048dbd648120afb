import { SendButton } from "@/components/forms/send-button";
import { useTranslations } from "next-intl";
import { SelectField, TextField } from "@/components/forms/field";
import { useFieldProblem } from "@/components/forms/problem-note";
import { writtenIn } from "@/components/forms/written-in";
import { Note } from "@/components/ui/note";
import { linkTo } from "@/components/ui/site-link";
import type { ReportReason } from "@/lib/moderation/report-reasons";

interface ReportFormProps {
  /** What is reported: name and value of the hidden field. */
  subject: readonly ["skill" | "set", string];
  /** The question or answer under it that is reported, where it is not the skill itself. */
  post?: { id: string; text: string } | null;
  reasons: readonly ReportReason[];
  maxCharacters: number;
  /** Name of the field that was refused. */
  wrong: string | undefined;
  action: (form: FormData) => Promise<void>;
}

/** Reason and text of a report. */
export function ReportForm({
  subject: [name, value],
  post = null,
  reasons,
  maxCharacters,
  wrong,
  action,
}: ReportFormProps) {
  const t = useTranslations("report");
  const problem = useFieldProblem(wrong);
  const written = writtenIn("report");
  return (
    <form action={action} className="grid gap-4" noValidate>
      <input type="hidden" name={name} value={value} />
      {post === null ? null : (
        <>
          <input type="hidden" name="post" value={post.id} />
          <blockquote className="max-w-[70ch] border-s-3 border-line ps-4 whitespace-pre-line wrap-anywhere">
            {post.text}
          </blockquote>
        </>
      )}
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
      <SendButton>{t("send")}</SendButton>
    </form>
  );
}

/** That a report was sent, and where it is seen how it stands. */
export function ReportSent({ id }: { id: string }) {
  const t = useTranslations("report");
  return (
    <div role="status">
      <Note tone="ok" title={t("sent")}>
        {t.rich("sent-text", { link: linkTo(`/reports/${encodeURIComponent(id)}`) })}
      </Note>
    </div>
  );
}
