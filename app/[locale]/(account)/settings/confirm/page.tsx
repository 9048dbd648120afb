import { SendButton } from "@/components/forms/send-button";
import { unlistedPage } from "@/components/site/page-metadata";
import { labelsOf } from "@/lib/platform/i18n/labels";
import { useTranslations } from "next-intl";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { confirmAction, sendProofAction } from "@/app/[locale]/(account)/settings/actions";
import { OutboxHint } from "@/app/[locale]/outbox/outbox-hint";
import { PageShell } from "@/components/site/page-shell";
import { Note } from "@/components/ui/note";
import { SignInForm } from "@/components/wallet/sign-in-form";
import { currentActor } from "@/lib/web/auth/current-actor";
import { safeReturn } from "@/lib/web/auth/safe-return";
import { env } from "@/lib/platform/config/env";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { CONFIRMED_FOR_MINUTES, isConfirmed } from "@/lib/identity/confirmation/confirmation";
import { getAccount } from "@/lib/identity/accounts/accounts";
import { hasPassword } from "@/lib/identity/passwords/own-password";
import { InputField, ToField } from "@/components/forms/field";
import { MAX_PASSWORD_CHARACTERS } from "@/lib/identity/schema";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = unlistedPage("confirm");

/**
 * Where somebody who is signed in proves that it is them, before something that changes who gets into their account.
 */
export default async function ConfirmPage({
  params,
  searchParams,
}: PageProps<{ return?: string; problem?: string; sent?: string }>) {
  const { locale } = await params;
  const { return: wanted, problem, sent } = await searchParams;
  const returnTo = safeReturn(wanted, localizedPath(locale, "/settings"));
  const actor = await currentActor();
  if (!actor) redirect(localizedPath(locale, `/sign-in?return=${encodeURIComponent(returnTo)}`));
  if (isConfirmed(actor)) redirect(returnTo);
  const [t, { username, email, emailVerified, wallets }, withPassword, all] = await Promise.all([
    getTranslations("confirm"),
    getAccount(actor.accountId),
    hasPassword(actor.accountId),
    getTranslations(),
  ]);
  return (
    <PageShell path="/settings/confirm">
      <div className="wrap py-10">
        <div className="mx-auto grid max-w-[820px] gap-6">
          <div>
            <h1 className="font-serif text-34">{t("title")}</h1>
            <p className="mt-2 text-16 text-ink-2">
              {t("lead", { username, minutes: CONFIRMED_FOR_MINUTES })}
            </p>
          </div>
          {withPassword ? (
            <ConfirmForm
              username={email ?? username}
              returnTo={returnTo}
              problem={problem === "limited" || problem === "refused" ? problem : null}
              confirm={confirmAction}
            />
          ) : null}
          {email !== null && emailVerified && !withPassword && wallets.length === 0 ? (
            <ConfirmByMail
              email={email}
              returnTo={returnTo}
              state={problem === "mails" ? "limited" : sent === undefined ? null : "sent"}
              outbox={<OutboxHint />}
              send={sendProofAction}
            />
          ) : null}
          {wallets.length > 0 ? (
            <section aria-labelledby="by-wallet" className="grid gap-4">
              <h2 id="by-wallet" className="font-serif text-21">
                {t(withPassword ? "or-wallet" : "wallet")}
              </h2>
              <SignInForm
                labels={{
                  ...labelsOf(all, "signIn.wallet"),
                  failed: t("failed"),
                  refusedDetail: t("refused-detail"),
                }}
                localLedger={env().localLedger}
                returnTo={returnTo}
                purpose="confirm"
              />
            </section>
          ) : null}
        </div>
      </div>
    </PageShell>
  );
}

interface ConfirmByMailProps {
  email: string;
  returnTo: string;
  state: "sent" | "limited" | null;
  /** Where the mail is read on a market without a mail server. */
  outbox: ReactNode;
  send: (form: FormData) => Promise<void>;
}

/** A link to the address of who is signed in and has neither a password nor a wallet: their mailbox is what they have. */
function ConfirmByMail({ email, returnTo, state, outbox, send }: ConfirmByMailProps) {
  const t = useTranslations("confirm");
  return (
    <form action={send} className="grid gap-4 border border-edge bg-paper p-6 md:p-8">
      <input type="hidden" name="return" value={returnTo} />
      <h2 className="font-serif text-21">{t("mail-title")}</h2>
      <div role="status" className="empty:hidden">
        {state === "limited" ? <Note tone="bad" title={t("mail-limited")} /> : null}
        {state === "sent" ? (
          <Note tone="ok" title={t("mail-sent", { email })}>
            {outbox}
          </Note>
        ) : null}
      </div>
      <p className="text-14 wrap-anywhere text-ink-2">{t("mail-text", { email })}</p>
      <div>
        <button type="submit" className={state === "sent" ? "btn" : "btn btn-primary"}>
          {t("mail-send")}
        </button>
      </div>
    </form>
  );
}

interface ConfirmFormProps {
  /** What a password manager knows the account by. */
  username: string;
  returnTo: string;
  problem: "refused" | "limited" | null;
  confirm: (form: FormData) => Promise<void>;
}

/** The password of who is signed in already; a plain form, so that it works before any script. */
function ConfirmForm({ username, returnTo, problem, confirm }: ConfirmFormProps) {
  const t = useTranslations("confirm");
  return (
    <form action={confirm} className="grid gap-4 border border-edge bg-paper p-6 md:p-8">
      <input type="hidden" name="return" value={returnTo} />
      <input type="hidden" name="username" autoComplete="username" value={username} />
      <div role="status" className="not-empty:mb-2">
        {problem === null ? null : (
          <Note
            tone="bad"
            title={problem === "refused" ? <ToField id="confirm-password">{t(problem)}</ToField> : t(problem)}
          />
        )}
      </div>
      <InputField
        id="confirm-password"
        name="password"
        type="password"
        label={t("password")}
        autoComplete="current-password"
        maxLength={MAX_PASSWORD_CHARACTERS}
        problem={problem === "refused" ? t(problem) : undefined}
        required
        tall
      />
      <SendButton>{t("submit")}</SendButton>
    </form>
  );
}
