import { labelsOf } from "@/lib/platform/i18n/labels";
import { getLocale, getTranslations } from "next-intl/server";
import { confirmationPath } from "@/app/[locale]/form-outcome";
import { SiteLink } from "@/components/ui/site-link";
import { CONFIRM_FIRST } from "@/components/wallet/confirm-first";
import { LinkWallet } from "@/components/wallet/link-wallet";
import { currentActor } from "@/lib/web/auth/current-actor";
import { env } from "@/lib/platform/config/env";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { isConfirmed } from "@/lib/identity/confirmation/confirmation";

interface LinkHereProps {
  /** Of the page, without a language. */
  path: string;
  /** True inside a form, which keeps what is written before its person is led away. */
  inForm?: boolean;
}

/** Links a wallet on the page of a step; whoever has to confirm first that it is them comes back to it. */
export async function LinkHere({ path, inForm = false }: LinkHereProps) {
  const [actor, locale, labels, t] = [
    await currentActor(),
    await getLocale(),
    labelsOf(await getTranslations(), "signIn.wallet"),
    await getTranslations("settings.wallets"),
  ];
  const confirmAt = confirmationPath(localizedPath(locale, path));
  if (actor && isConfirmed(actor))
    return (
      <LinkWallet
        labels={labels}
        localLedger={env().localLedger}
        confirmAt={localizedPath(locale, confirmAt)}
      />
    );
  if (!inForm)
    return (
      <SiteLink className="btn justify-self-start" href={confirmAt}>
        {t("confirm")}
      </SiteLink>
    );
  return (
    <button {...CONFIRM_FIRST} type="submit" formNoValidate className="btn justify-self-start">
      {t("confirm")}
    </button>
  );
}
