import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { KeepWritten } from "@/components/forms/keep-written";
import { MARKS, Logo } from "@/components/marks/logo";
import { KeepFocus } from "@/components/site/keep-focus";
import { SiteHeader, type SiteHeaderProps } from "@/components/site/site-header";
import { FOOTER } from "@/components/site/destinations";
import { LanguageLinks } from "@/components/site/language-links";
import { SiteLink } from "@/components/ui/site-link";
import packageJson from "@/package.json";

interface PageShellProps extends SiteHeaderProps {
  children: ReactNode;
  /** Nothing on the page needs React in the browser: it is sent without (processes/pages/page-policy.ts). */
  plain?: boolean;
  /** What a reader with a keyboard may go to at once, besides the content. */
  skipTo?: { href: string; label: string } | undefined;
}

/**
 * Header, main and footer of every page; the wide workspaces end with their work and have no footer. It belongs to the
 * page and not to a layout because only a page knows its address, its search and its section; every navigation is a
 * whole document anyway.
 */
export function PageShell({ children, plain = false, wide = false, skipTo, ...header }: PageShellProps) {
  const t = useTranslations("common");
  return (
    <>
      <MarkSprite />
      <a className="skip" href="#main">
        {t("landmark.skip")}
      </a>
      {skipTo === undefined ? null : (
        <a className="skip" href={skipTo.href}>
          {skipTo.label}
        </a>
      )}
      <SiteHeader wide={wide} {...header} />
      <main id="main" tabIndex={-1} data-plain={plain ? "" : undefined}>
        {children}
      </main>
      {plain ? null : <KeepFocus />}
      {plain ? null : <KeepWritten />}
      {wide ? null : <SiteFooter path={header.path} />}
    </>
  );
}

function SiteFooter({ path }: { path: string }) {
  const t = useTranslations("common");
  return (
    <footer className="site-foot">
      <div className="wrap foot-grid">
        <div>
          <SiteLink className="brand" href="/" aria-label={t("nav.home")}>
            <Logo size={22} />
            <span lang="en">Emporion</span>
          </SiteLink>
          <p>{t("footer.about")}</p>
          <p>{t("footer.version", { version: packageJson.version })}</p>
        </div>
        {FOOTER.map((group) => (
          <nav key={group.key} aria-label={t(`footer.${group.key}`)}>
            <h2>{t(`footer.${group.key}`)}</h2>
            {group.links.map(({ key, href }) => (
              <SiteLink key={key} href={href}>
                {t(`nav.${key}`)}
              </SiteLink>
            ))}
          </nav>
        ))}
        <nav aria-label={t("language.label")}>
          <h2>{t("language.label")}</h2>
          <LanguageLinks path={path} />
        </nav>
      </div>
    </footer>
  );
}

const SYMBOLS = Object.entries(MARKS)
  .map(([name, drawing]) => `<symbol id="m-${name}" viewBox="0 0 20 20">${drawing}</symbol>`)
  .join("");

/** The shapes of the six marks, once per page; `Seal` and `TrustMark` refer to them. */
function MarkSprite() {
  return <svg style={{ display: "none" }} aria-hidden="true" dangerouslySetInnerHTML={{ __html: SYMBOLS }} />;
}
