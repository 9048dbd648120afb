import { unlistedPage } from "@/components/site/page-metadata";
import { labelsOf } from "@/lib/platform/i18n/labels";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { loadCreator } from "@/app/[locale]/(creator)/load-creator";
import {
  addDomainAction,
  changeEmailAction,
  changePasswordAction,
  checkDomainAction,
  closeAccountAction,
  endSessionsAction,
  removeDomainAction,
  renameAction,
  sendPasswordLinkAction,
  setMailsAction,
  setPolicyAction,
  unlinkIssuerAction,
  unlinkWalletAction,
} from "@/app/[locale]/(account)/settings/actions";
import { confirmationPath } from "@/app/[locale]/form-outcome";
import { OutboxHint } from "@/app/[locale]/outbox/outbox-hint";
import { writtenIn } from "@/components/forms/written-in";
import { CloseAccount } from "@/components/account/close-account";
import { EmailSettings } from "@/components/account/email-settings";
import { IssuerSettings } from "@/components/account/issuer-settings";
import { MailSettings } from "@/components/account/mail-settings";
import { PolicySettings } from "@/components/account/policy-settings";
import { PasswordSettings } from "@/components/account/password-settings";
import {
  type SettingsOutcome,
  SettingsPart,
  useNameProblem,
  useRefused,
} from "@/components/account/settings-part";
import { WalletList } from "@/components/account/wallet-list";
import { DashboardFrame } from "@/components/dashboard/dashboard-frame";
import { InputField } from "@/components/forms/field";
import { UsernameField } from "@/components/forms/username-field";
import { LanguageLinks } from "@/components/site/language-links";
import { ItemList } from "@/components/ui/lists";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import { SignInForm } from "@/components/wallet/sign-in-form";
import { safeReturn } from "@/lib/web/auth/safe-return";
import { env } from "@/lib/platform/config/env";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { listHolds } from "@/lib/ownership/account-closing/close-account";
import { isConfirmed } from "@/lib/identity/confirmation/confirmation";
import { getAccount } from "@/lib/identity/accounts/accounts";
import { getOwnPolicy } from "@/lib/identity/policies/account-policies";
import { listApiKeys, listKeysOfWallet } from "@/lib/identity/keys/own-keys";
import { listLinkedIssuers } from "@/lib/identity/issuers/issuer-identities";
import { isOpen } from "@/lib/identity/ways-in";
import { hasPassword } from "@/lib/identity/passwords/own-password";
import { type AccessChangeView, listAccessChanges } from "@/lib/log/events/notices/list-access-changes";
import { MAX_DOMAINS, listOwnDomains, type OwnDomain } from "@/lib/identity/domains/own-domains";
import { OwnDomainItem } from "@/components/account/own-domain-item";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = unlistedPage("settings");

export default async function SettingsPage(
  props: PageProps<SettingsOutcome & { return?: string; refused?: string; issuer?: string }>,
) {
  const { actor, frame, locale, query: outcome } = await loadCreator(props, "/settings");
  const [t, keys, ledger, account, apiKeys, withPassword, domains, policy, holds, changes, linked, all] =
    await Promise.all([
      getTranslations("settings"),
      getTranslations("browse.keys"),
      getTranslations("ledger"),
      getAccount(actor.accountId),
      listApiKeys(actor),
      hasPassword(actor.accountId),
      listOwnDomains(actor.accountId),
      getOwnPolicy(actor),
      listHolds(actor),
      listAccessChanges(actor.accountId),
      listLinkedIssuers(actor.accountId),
      getTranslations(),
    ]);
  const settings = localizedPath(locale, "/settings");
  const back = outcome.return === undefined ? null : safeReturn(outcome.return, settings);
  const kept = back === null ? "" : `&return=${encodeURIComponent(back)}`;
  const toConfirm = confirmationPath(`${settings}?confirmed=wallets${kept}#wallets`);
  const wallets = account.wallets.map((wallet) => ({
    ...wallet,
    keys: listKeysOfWallet(apiKeys, wallet.address),
  }));
  const isOpenWithout = isOpen({ wallets: 0, emailVerified: account.emailVerified });
  return (
    <DashboardFrame {...frame} entry="settings" path="/settings" title={t("title")} lead={t("lead")}>
      <div className="grid max-w-[760px] gap-10 pt-8">
        {back === null ? null : (
          <p>
            <a className="link" href={back}>
              {ledger("back")}
            </a>
          </p>
        )}
        <SettingsPart id="name" title={t("name.title")} outcome={outcome}>
          <NameSettings username={account.username} outcome={outcome} />
        </SettingsPart>
        <SettingsPart id="language" title={t("language")} outcome={outcome}>
          <p className="segments">
            <LanguageLinks path="/settings" />
          </p>
        </SettingsPart>
        <SettingsPart
          id="email"
          title={t("email.title")}
          outcome={outcome}
          sent={
            <>
              {t("email.sent")} <OutboxHint />
            </>
          }
        >
          <EmailSettings account={account} outcome={outcome} change={changeEmailAction} />
        </SettingsPart>
        <SettingsPart
          id="password"
          title={t("password.title")}
          outcome={outcome}
          sent={
            <>
              {t("password.sent", { email: account.email ?? "" })} <OutboxHint />
            </>
          }
        >
          <PasswordSettings
            account={account}
            withPassword={withPassword}
            outcome={outcome}
            change={changePasswordAction}
            send={sendPasswordLinkAction}
          />
        </SettingsPart>
        <SettingsPart id="wallets" title={t("wallets.title")} outcome={outcome}>
          <WalletList wallets={wallets} isOpenWithout={isOpenWithout} unlink={unlinkWalletAction} />
          <h3 className="pt-5 pb-1 font-semibold">{t("wallets.add")}</h3>
          <p className="mb-4 max-w-[68ch] text-14 text-ink-2">{t("wallets.add-text")}</p>
          {isConfirmed(actor) ? (
            <SignInForm
              labels={labelsOf(all, "signIn.wallet")}
              localLedger={env().localLedger}
              returnTo={back ?? `${settings}?done=wallets#wallets`}
              purpose="link"
              confirmAt={localizedPath(locale, toConfirm)}
            />
          ) : (
            <SiteLink className="btn" href={toConfirm}>
              {t("wallets.confirm")}
            </SiteLink>
          )}
        </SettingsPart>
        <SettingsPart id="webhook" title={t("webhook.title")} outcome={outcome}>
          <p className="text-14">
            <SiteLink className="link" href="/settings/webhook">
              {t("webhook.link")}
            </SiteLink>
          </p>
        </SettingsPart>
        {env().OIDC_ISSUERS.length === 0 && linked.length === 0 ? null : (
          <SettingsPart id="issuers" title={t("issuers.title")} outcome={outcome}>
            <IssuerSettings
              offered={env().OIDC_ISSUERS.map(({ id, name, issuer, domains }) => ({
                id,
                name,
                issuer,
                domains,
              }))}
              linked={linked}
              email={account.emailVerified ? account.email : null}
              refused={outcome.refused ?? null}
              issuer={outcome.issuer ?? null}
              toConfirm={
                isConfirmed(actor) ? null : confirmationPath(`${settings}?confirmed=issuers#issuers`)
              }
              here={`${settings}#issuers`}
              unlink={unlinkIssuerAction}
            />
          </SettingsPart>
        )}
        <SettingsPart id="domains" title={t("domains.title")} outcome={outcome}>
          <DomainSettings
            domains={domains}
            room={domains.length < MAX_DOMAINS}
            outcome={outcome}
            add={addDomainAction}
            check={checkDomainAction}
            remove={removeDomainAction}
          />
        </SettingsPart>
        <SettingsPart id="mails" title={t("mails.title")} outcome={outcome}>
          <MailSettings account={account} save={setMailsAction} />
        </SettingsPart>
        <SettingsPart id="policy" title={t("policy.title")} outcome={outcome}>
          <PolicySettings own={policy} outcome={outcome} save={setPolicyAction} />
        </SettingsPart>
        <SettingsPart id="keys" title={t("shortcuts")} outcome={outcome}>
          <label className="check needs-script">
            <input type="checkbox" data-keys-switch defaultChecked />
            <span>{keys("switch")}</span>
          </label>
          <p className="pt-3 text-14">
            <SiteLink className="link" href="/keys">
              {t("api-keys")}
            </SiteLink>
          </p>
        </SettingsPart>
        <SettingsPart id="access" title={t("access.title")} outcome={outcome}>
          <AccessChanges changes={changes} />
        </SettingsPart>
        <SettingsPart id="sessions" title={t("sessions.title")} outcome={outcome}>
          <p className="mb-4 max-w-[68ch] text-14 text-ink-2">{t("sessions.text")}</p>
          <form action={endSessionsAction}>
            <button type="submit" className="btn btn-danger">
              {t("sessions.end")}
            </button>
          </form>
        </SettingsPart>
        <SettingsPart id="close" title={t("close.title")} outcome={outcome}>
          <CloseAccount
            username={account.username}
            outcome={outcome}
            holds={holds}
            close={closeAccountAction}
          />
        </SettingsPart>
      </div>
    </DashboardFrame>
  );
}

/** The user name, which can be changed, and the page that is found under it. */
function NameSettings({ username, outcome }: { username: string; outcome: SettingsOutcome }) {
  const t = useTranslations("settings.name");
  return (
    <form action={renameAction} className="grid gap-4">
      <UsernameField
        id="username"
        name="username"
        asks="free"
        label={t("label")}
        hint={t("hint")}
        defaultValue={writtenIn("name")?.["username"] ?? username}
        required
        problem={useNameProblem(outcome)}
      />
      <div className="acts">
        <button type="submit" className="btn">
          {t("save")}
        </button>
        <SiteLink className="btn btn-quiet" href={`/people/${username}`}>
          {t("see")}
        </SiteLink>
      </div>
    </form>
  );
}

/** What changed lately about who gets into an account, and whom its skills pay: each leads to where it is undone. */
function AccessChanges({ changes }: { changes: readonly AccessChangeView[] }) {
  const t = useTranslations("settings.access");
  return (
    <>
      <p className="max-w-[68ch] text-14 text-ink-2">{t("lead")}</p>
      {changes.length === 0 ? (
        <p className="pt-3 text-14 text-ink-2">{t("none")}</p>
      ) : (
        <>
          <p className="pt-3 text-14">{t("unknown")}</p>
          <ItemList>
            {changes.map(({ change, what, skill, by, with: given, at, path }) => (
              <li key={`${at} ${change} ${what ?? ""}`}>
                <div className="min-w-0 text-14">
                  <SiteLink className="link wrap-anywhere" href={path}>
                    {t(change, { what: what ?? "", skill: skill ?? "" })}
                  </SiteLink>
                  <p className="wrap-anywhere">
                    <When iso={at} as="second" /> · {t(`by-${by}`, { with: given ?? "" })}
                  </p>
                </div>
              </li>
            ))}
          </ItemList>
        </>
      )}
    </>
  );
}

type Act = (form: FormData) => Promise<void>;

interface DomainSettingsProps {
  domains: readonly OwnDomain[];
  /** True while another one can be added. */
  room: boolean;
  outcome: SettingsOutcome;
  add: Act;
  check: Act;
  remove: Act;
}

/** The domains of an account, how each is proven, and where another one is added. */
function DomainSettings({ domains, room, outcome, add, check, remove }: DomainSettingsProps) {
  const t = useTranslations("settings.domains");
  const refused = useRefused("domains", outcome);
  const written = writtenIn("domain");
  return (
    <>
      <p className="max-w-[68ch] text-14 text-ink-2">{t("text")}</p>
      {domains.length === 0 ? null : (
        <ul className="pt-2">
          {domains.map((own) => (
            <OwnDomainItem key={own.domain} own={own} check={check} remove={remove} />
          ))}
        </ul>
      )}
      {room ? (
        <form action={add} className="grid gap-4 pt-4">
          <InputField
            id="new-domain"
            name="domain"
            label={t("label")}
            hint={t("hint")}
            placeholder="example.com"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            inputMode="url"
            maxLength={253}
            defaultValue={written?.["domain"]}
            required
            problem={refused("new-domain")}
            tall
          />
          <div>
            <button type="submit" className="btn">
              {t("add")}
            </button>
          </div>
        </form>
      ) : (
        <p className="pt-4 text-14 text-ink-2">{t("full")}</p>
      )}
    </>
  );
}
