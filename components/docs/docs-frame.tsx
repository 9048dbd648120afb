import { useTranslations, useLocale } from "next-intl";
import type { ReactNode } from "react";
import { PageShell } from "@/components/site/page-shell";
import { PageTitle } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { DEFAULT_LOCALE } from "@/lib/platform/i18n/routing";
import { EXPLANATIONS, TASKS } from "@/lib/web/documents/guides";

/** The documents by their addresses below /docs; names are message keys. */
const REFERENCE = ["api", "errors", "dialects", "marks"] as const;

const GROUP = "mt-3.5 text-12 text-ink-3";
const LINKS =
  "links:block links:py-1 links:text-ink-2 links:underline-offset-3 links:hover:text-ink links:hover:underline links:aria-[current]:font-medium links:aria-[current]:text-ink to-900:links:py-2.5";

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
      <div className="wrap grid grid-cols-[216px_minmax(0,1fr)] items-start gap-14 to-900:grid-cols-[minmax(0,1fr)] to-900:gap-0">
        {/* The text comes first for readers who hear the page, and on phones. */}
        <div className="docs-main col-2 row-1 to-900:col-auto to-900:row-auto">
          <PageTitle title={title} lead={lead} />
          {children}
        </div>
        <nav
          className="sticky top-4 col-1 row-1 mt-10 max-h-[calc(100vh-32px)] overflow-y-auto text-14 to-900:static to-900:col-auto to-900:row-auto to-900:max-h-none"
          aria-label={t("nav")}
        >
          <h2 className="border-b border-edge pb-2.5 font-serif text-21 font-medium">
            <SiteLink className="underline-offset-3 hover:underline" href="/docs">
              {t("name")}
            </SiteLink>
          </h2>
          <h3 className={GROUP}>{t("tasks")}</h3>
          <ul className={LINKS}>{TASKS.map((id) => link(id, t(`guide.${id}`)))}</ul>
          <h3 className={GROUP}>{t("reference")}</h3>
          <ul className={LINKS}>{REFERENCE.map((id) => link(id, t(`${id}.title`)))}</ul>
          <h3 className={GROUP}>{t("how")}</h3>
          <ul className={LINKS}>{EXPLANATIONS.map((id) => link(id, t(`guide.${id}`)))}</ul>
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

interface EntryProps {
  href: string;
  name: string;
  about: string | undefined;
  /** Language of `about`, where it is not the page's. */
  lang?: string | undefined;
}

/** A list of documents, each with what it is about. */
export function EntryList({ lang, children }: { lang?: string; children: ReactNode }) {
  return (
    <ul lang={lang} className="*:border-b *:border-line *:py-3">
      {children}
    </ul>
  );
}

export function Entry({ href, name, about, lang }: EntryProps) {
  return (
    <li>
      <SiteLink className="link text-16 font-semibold to-720:inline-block to-720:py-1.5" href={href}>
        {name}
      </SiteLink>
      <p className="max-w-[68ch] text-14 text-ink-2" lang={lang}>
        {about}
      </p>
    </li>
  );
}

/** Says to who reads another language that what follows is English; nothing where the page is English as well. */
export function EnglishNote() {
  const t = useTranslations("docs");
  return useLocale() === DEFAULT_LOCALE ? null : <p className="pt-4 text-13 text-ink-3">{t("english")}</p>;
}
