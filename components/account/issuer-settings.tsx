import { useTranslations } from "next-intl";
import { IssuerRefused, issuerPath } from "@/components/account/issuer-links";
import { ItemList } from "@/components/ui/lists";
import { slot } from "@/components/ui/sentences";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import type { LinkedIssuer } from "@/lib/identity/issuers/issuer-identities";
import type { SignInIssuer } from "@/lib/platform/config/setting-forms";

interface IssuerSettingsProps {
  /** Those that the operator allows. */
  offered: readonly Pick<SignInIssuer, "id" | "name" | "issuer" | "domains">[];
  linked: readonly LinkedIssuer[];
  /** The proven address of the account; null without one. */
  email: string | null;
  /** Why one was not linked, and which. */
  refused: string | null;
  issuer: string | null;
  /** Where it is shown first that it is them; null where they have done so. */
  toConfirm: string | null;
  /** This part of the page, with its language. */
  here: string;
  unlink: (form: FormData) => Promise<void>;
}

/** The issuers that let into an account, and those that can be linked to it. */
export function IssuerSettings({
  offered,
  linked,
  email,
  refused,
  issuer,
  toConfirm,
  here,
  unlink,
}: IssuerSettingsProps) {
  const t = useTranslations("settings.issuers");
  const others = offered.filter((each) => linked.every((one) => one.issuer !== each.issuer));
  return (
    <>
      <IssuerRefused refused={refused} name={offered.find(({ id }) => id === issuer)?.name} />
      <p className="max-w-[68ch] text-14 text-ink-2">{t("lead")}</p>
      {linked.length === 0 ? <p className="pt-3 text-14 text-ink-2">{t("none")}</p> : null}
      <ItemList>
        {linked.map(({ id, issuer: identifier, linkedAt }) => {
          const known = offered.find((each) => each.issuer === identifier);
          return (
            <li key={id}>
              <div>
                <p className="wrap-anywhere text-ink">{known?.name ?? identifier}</p>
                <p>{t.rich("since", { day: slot(<When iso={linkedAt} as="day" />) })}</p>
                {known ? null : <p>{t("gone")}</p>}
                {email !== null && known?.domains.some((domain) => email.endsWith(`@${domain}`)) === true ? (
                  <p className="wrap-anywhere">{t("joins", { email })}</p>
                ) : null}
              </div>
              <form action={unlink}>
                <input type="hidden" name="identity" value={id} />
                <button type="submit" className="btn btn-sm">
                  {t("unlink")}
                </button>
              </form>
            </li>
          );
        })}
      </ItemList>
      {others.length === 0 ? null : (
        <p className="flex flex-wrap gap-3 pt-4">
          {toConfirm === null ? (
            others.map(({ id, name }) => (
              <a key={id} className="btn" href={issuerPath({ id, link: "1", return: here })}>
                {t("link", { name })}
              </a>
            ))
          ) : (
            <SiteLink className="btn" href={toConfirm}>
              {t("confirm")}
            </SiteLink>
          )}
        </p>
      )}
    </>
  );
}
