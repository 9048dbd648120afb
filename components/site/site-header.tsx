import { useLocale, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { Logo } from "@/components/marks/logo";
import { ACCOUNT_LINKS, SECTIONS, SIGN_OUT, type Section } from "@/components/site/destinations";
import { LanguageLinks } from "@/components/site/language-links";
import { SearchBox } from "@/components/site/search-box";
import { Avatar } from "@/components/ui/avatar";
import { Icon } from "@/components/ui/icon";
import { SiteLink } from "@/components/ui/site-link";
import { currentActor } from "@/lib/web/auth/current-actor";
import { shortAddress } from "@/lib/platform/i18n/format";
import { LOCALE_NAMES, type Locale } from "@/lib/platform/i18n/routing";

export interface SiteHeaderProps {
  /** Path of this page without a language, for the language links. */
  path: string;
  section?: Section | undefined;
  query?: string | undefined;
  /** False where the page itself is a search box. */
  search?: boolean | undefined;
  wide?: boolean | undefined;
}

export function SiteHeader({ path, section, query, search = true, wide = false }: SiteHeaderProps) {
  const t = useTranslations("common");
  return (
    <header className="site-head">
      <div className={wide ? "wrap wrap-wide" : "wrap"}>
        <SiteLink className="brand" href="/" aria-label={t("nav.home")}>
          <Logo />
          <span lang="en">Emporion</span>
        </SiteLink>
        <nav className="site-nav" aria-label={t("landmark.main")}>
          <SectionLinks section={section} />
        </nav>
        {search ? (
          <SearchBox
            className="ms-auto flex max-w-[440px] flex-1 to-1180:max-w-[300px] to-960:hidden"
            id="site-search"
            query={query ?? ""}
          />
        ) : null}
        <div className="head-end">
          <SiteLink className="icon-btn menu-narrow" href="/skills" aria-label={t("search.label")}>
            <Icon name="search" size={19} />
          </SiteLink>
          <LanguageMenu path={path} />
          <button
            type="button"
            className="icon-btn needs-script menu-wide"
            data-theme-toggle
            aria-label={t("theme.dark")}
            title={t("theme.dark")}
          >
            <Icon name="theme" size={17} />
          </button>
          <SiteLink className="btn btn-sm" href="/publish">
            <Icon name="upload" size={15} />
            {t("nav.publish")}
          </SiteLink>
          <SiteLink className="btn btn-sm btn-primary if-signed-out" href="/sign-in">
            {t("nav.sign-in")}
          </SiteLink>
          <AccountMenu />
          <NarrowMenu path={path} section={section} />
        </div>
      </div>
    </header>
  );
}

function SectionLinks({ section }: { section: Section | undefined }) {
  const t = useTranslations("common.nav");
  return SECTIONS.map(({ key, href }) => (
    <SiteLink key={key} href={href} aria-current={key === section ? "page" : undefined}>
      {t(key)}
    </SiteLink>
  ));
}

function LanguageMenu({ path }: { path: string }) {
  const t = useTranslations("common");
  const { name, short } = LOCALE_NAMES[useLocale() as Locale];
  return (
    <details className="menu menu-wide">
      <summary className="icon-btn" aria-label={t("language.current", { name })}>
        <Icon name="languages" />
        <span>{short}</span>
      </summary>
      <div>
        <LanguageLinks path={path} />
      </div>
    </details>
  );
}

/**
 * Shown instead of "Sign in" to who is signed in. Both are always in the page; `data-account` on <body>, which the
 * layout sets, shows one of them. Asks the session itself: on the way from another page the layout may come later,
 * or stay.
 */
async function AccountMenu() {
  const [t, account] = await Promise.all([getTranslations("common"), currentActor()]);
  return (
    <details className="menu if-signed-in">
      <summary className="icon-btn account-btn">
        <span className="vh">{t("landmark.account")}</span>
        {account === null ? (
          <Icon name="account" size={20} />
        ) : (
          <>
            <Avatar name={account.username} />
            {account.address === null ? (
              <span>{account.username}</span>
            ) : (
              <span className="font-mono">{shortAddress(account.address)}</span>
            )}
            <Icon name="chevron" size={14} />
          </>
        )}
      </summary>
      <div>
        {ACCOUNT_LINKS.map(({ key, href }) => (
          <SiteLink key={key} href={href}>
            {t(`nav.${key}`)}
          </SiteLink>
        ))}
        <hr className="menu-rule" />
        <a href={SIGN_OUT}>{t("nav.sign-out")}</a>
      </div>
    </details>
  );
}

/** On phones one menu holds the sections, publishing and the languages. */
function NarrowMenu({ path, section }: { path: string; section: Section | undefined }) {
  const t = useTranslations("common");
  return (
    <details className="menu menu-narrow">
      <summary className="icon-btn" aria-label={t("landmark.menu")}>
        <Icon name="menu" size={20} />
      </summary>
      <div>
        <nav aria-label={t("landmark.menu")}>
          <SectionLinks section={section} />
          <SiteLink href="/publish">{t("nav.publish")}</SiteLink>
        </nav>
        <hr className="menu-rule" />
        <LanguageLinks path={path} />
        <hr className="menu-rule needs-script" />
        <button type="button" className="needs-script w-full gap-2" data-theme-toggle>
          <Icon name="theme" size={17} />
          {t("theme.dark")}
        </button>
      </div>
    </details>
  );
}
