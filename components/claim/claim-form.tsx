import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { InputField, ToField } from "@/components/forms/field";
import { writtenIn } from "@/components/forms/written-in";
import { Note } from "@/components/ui/note";
import { SentenceSpace } from "@/components/ui/sentences";

interface ClaimFormProps {
  token: string;
  /** Other drafts of the agent; null when the agent cannot be claimed with it. */
  otherDrafts: number | null;
  sent: boolean;
  /** Why the last try was refused: the member that was wrong, or a code. */
  problem: string | null;
  /** Where the mail is read on a market without a mail server. */
  outbox: ReactNode;
}

/** One field: where the confirmation link is sent. Posts to its own address, so that it works before any script. */
export function ClaimForm({ token, otherDrafts, sent, problem, outbox }: ClaimFormProps) {
  const t = useTranslations("claim");
  const written = writtenIn("claim");
  const words = problem === "email" || problem === "RATE_LIMITED" ? problem : "other";
  return (
    <form
      method="post"
      action="/drafts/claim"
      className="border border-edge bg-surface px-5 pt-4 pb-5 rounded-1"
    >
      <h2 className="text-15 font-semibold">{t("form.title")}</h2>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="locale" value={useLocale()} />
      <div role="status" className="not-empty:mt-3">
        {sent ? (
          <Note tone="ok" title={t("sent")}>
            {t("sent-text")} {outbox}
          </Note>
        ) : null}
        {problem ? (
          <Note
            tone="bad"
            title={
              words === "email" ? (
                <ToField id="claim-email">{t("problem.email")}</ToField>
              ) : (
                t(`problem.${words}`)
              )
            }
          />
        ) : null}
      </div>
      <div className="mt-3">
        <InputField
          id="claim-email"
          name="email"
          label={t("form.email")}
          hint={t("form.hint")}
          problem={problem === "email" ? t("problem.email") : undefined}
          defaultValue={written?.["email"]}
          type="email"
          autoComplete="email"
          maxLength={254}
          required
          tall
        />
        {otherDrafts === null ? null : (
          <div className="field">
            <label className="check">
              <input
                type="checkbox"
                name="whole_agent"
                value="true"
                defaultChecked={written?.["whole_agent"] === "true"}
              />
              <span className="font-medium">
                {t("form.whole-agent")}
                <SentenceSpace />
                {otherDrafts > 0 ? (
                  <span className="font-normal text-ink-3">{t("form.others", { count: otherDrafts })}</span>
                ) : null}
              </span>
            </label>
          </div>
        )}
      </div>
      <button type="submit" className="btn btn-primary btn-lg mt-4 w-full">
        {sent ? t("form.again") : t("form.send")}
      </button>
      <p className="mt-3 text-12 text-ink-3">{t("form.only-owner")}</p>
    </form>
  );
}
