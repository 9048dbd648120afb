import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { textParam, type LinkParams } from "@/app/[locale]/drafts/link-params";
import { forgotPasswordAction } from "@/app/[locale]/login/actions";
import { OutboxHint } from "@/app/[locale]/outbox/outbox-hint";
import { recallWritten } from "@/app/[locale]/form-outcome";
import { writtenIn } from "@/components/forms/written-in";
import { ClaimFrame } from "@/components/claim/claim-parts";
import { InputField, ToField } from "@/components/forms/field";
import { Note } from "@/components/ui/note";
import { safeReturn } from "@/lib/web/auth/safe-return";

const PATH = "/login/forgot";
const OUTCOMES = ["sent", "limited", "invalid"] as const;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("login.forgot");
  return { title: t("title"), robots: { index: false } };
}

/** Where a link to a new password is asked for. */
export default async function ForgotPasswordPage({ searchParams }: { searchParams: LinkParams }) {
  await recallWritten();
  const written = writtenIn("forgot");
  const t = await getTranslations("login.forgot");
  const params = await searchParams;
  const wanted = textParam(params, "outcome");
  const outcome = OUTCOMES.find((known) => known === wanted) ?? null;
  return (
    <ClaimFrame path={PATH} title={t("title")} lead={t("lead")}>
      <form action={forgotPasswordAction} className="mt-7 max-w-[520px] border border-edge bg-surface p-6">
        <input type="hidden" name="return" value={safeReturn(params["return"], "")} />
        <div role="status" className="not-empty:mb-4">
          {outcome === null ? null : (
            <Note
              tone={outcome === "sent" ? "ok" : "bad"}
              title={outcome === "invalid" ? <ToField id="forgot-email">{t("invalid")}</ToField> : t(outcome)}
            >
              {outcome === "sent" ? (
                <>
                  {t("sent-text")} <OutboxHint />
                </>
              ) : null}
            </Note>
          )}
        </div>
        <InputField
          id="forgot-email"
          name="email"
          type="email"
          label={t("email")}
          autoComplete="username"
          maxLength={254}
          defaultValue={written?.["email"]}
          problem={outcome === "invalid" ? t("invalid") : undefined}
          required
          tall
        />
        <button type="submit" className="btn btn-primary btn-lg mt-4 w-full">
          {t("submit")}
        </button>
      </form>
    </ClaimFrame>
  );
}
