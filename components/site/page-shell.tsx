import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { MarkSprite } from "@/components/marks/mark-sprite";
import { KeepWritten } from "@/components/forms/keep-written";
import { KeepFocus } from "@/components/site/keep-focus";
import { SiteFooter } from "@/components/site/site-footer";
import { SiteHeader, type SiteHeaderProps } from "@/components/site/site-header";

interface PageShellProps extends SiteHeaderProps {
  children: ReactNode;
  /** Nothing on the page needs React in the browser: it is sent without (lib/http/plain-page.ts). */
  plain?: boolean;
}

/**
 * Header, main and footer of every page; the wide workspaces end with their work and have no footer. It belongs to the
 * page and not to a layout because only a page knows its address, its search and its section; every navigation is a
 * whole document anyway.
 */
export function PageShell({ children, plain = false, wide = false, ...header }: PageShellProps) {
  const t = useTranslations("common");
  return (
    <>
      <MarkSprite />
      <a className="skip" href="#main">
        {t("landmark.skip")}
      </a>
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
