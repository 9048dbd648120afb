import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageShell } from "@/components/site/page-shell";
import { PageTitle } from "@/components/ui/page-title";
import { SiteLink } from "@/components/ui/site-link";
import { GUIDES } from "@/lib/documents/guides";

/** The documents by their addresses below /docs; names are message keys. */
const REFERENCE = ["api", "errors", "dialects", "marks"] as const;

interface DocsFrameProps {
  /** Address of this page without a language. */
  path: string;
  title: ReactNode;
  lead?: ReactNode;
  children: ReactNode;
}

/** Every page of the documents: the page, and their list beside it, or below it on phones. */
export function DocsFrame({ path, title, lead, children }: DocsFrameProps) {
  const t = useTranslations("docs");
  const link = (id: string, name: string) => {
    const href = `/docs/${id}`;
    return (
      <li key={id}>
        <SiteLink href={href} aria-current={currentOf(path, href)}>
          {name}
        </SiteLink>
      </li>
    );
  };
  return (
    <PageShell plain path={path} section="docs">
      <div className="wrap docs">
        <div className="docs-main">
          <PageTitle title={title} lead={lead} />
          {children}
        </div>
        <nav className="docs-nav" aria-label={t("nav")}>
          <h2>
            <SiteLink href="/docs">{t("name")}</SiteLink>
          </h2>
          <h3>{t("reference")}</h3>
          <ul>{REFERENCE.map((id) => link(id, t(`${id}.title`)))}</ul>
          <h3>{t("how")}</h3>
          <ul>{GUIDES.map((id) => link(id, t(`guide.${id}`)))}</ul>
        </nav>
      </div>
    </PageShell>
  );
}

/** The page itself, or the list that it belongs to. */
function currentOf(path: string, href: string): "page" | "true" | undefined {
  if (path === href) return "page";
  const isError = href === "/docs/errors" && path.startsWith("/errors/");
  return isError || path.startsWith(`${href}/`) ? "true" : undefined;
}
