import { useLocale } from "next-intl";
import { EnglishNote } from "@/components/docs/docs-frame";
import { Markdown } from "@/components/skill/markdown";
import { CodeBlock } from "@/components/ui/code/code-block";
import type { ReadDocument } from "@/lib/web/documents/read-document";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { linkOf } from "@/components/skill/links";
import { isGuide } from "@/lib/web/documents/guides";

interface DocumentBodyProps {
  document: Pick<ReadDocument, "body" | "language" | "places">;
  /** Below the docs folder, or below that of a language. */
  folder?: string;
}

/** A text of the docs folder as elements. The page says so where the text is in another language than itself. */
export function DocumentBody({ document: { body, language, places }, folder = "" }: DocumentBodyProps) {
  const locale = useLocale();
  return (
    <>
      {language === locale ? null : <EnglishNote />}
      <article className="prose" lang={language}>
        <Markdown
          source={body}
          places={places}
          linkTo={(href) => docLink(folder, href, (page) => localizedPath(locale, page))}
          fallback={<CodeBlock code={body} title="Markdown" wrap />}
        />
      </article>
    </>
  );
}

const PAGES: readonly [file: RegExp, address: (id: string) => string | undefined][] = [
  [/^(errors)\.yaml$/, (id) => `/docs/${id}`],
  [/^(dialects)\/README\.md$/, (id) => `/docs/${id}`],
  [/^dialects\/([\w-]+)\.md$/, (id) => `/docs/dialects/${id}`],
  [/^([a-z-]+)\.md$/, (id) => (isGuide(id) ? `/docs/${id}` : undefined)],
  [/^(openapi\.json)$/, (id) => `/v1/${id}`],
];

/** The page of a file that a document in `folder` links to; undefined for files that have none. */
function docHref(folder: string, path: string): string | undefined {
  const file = new URL(path, `file:///${folder === "" ? "" : `${folder}/`}`).pathname.slice(1);
  for (const [pattern, address] of PAGES) {
    const [, id] = pattern.exec(file) ?? [];
    if (id !== undefined) return address(id);
  }
  return undefined;
}

/**
 * Where a link in one of our documents leads: to the page of a document and the place in it, to a place of its own, or
 * to another site. No link to a file that only those who have the code can read.
 */
function docLink(
  folder: string,
  href: string | undefined,
  pageHref: (path: string) => string,
): { href?: string; rel?: string } {
  if (href === undefined || /^#./.test(href)) return href === undefined ? {} : { href };
  if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return linkOf(href, pageHref);
  const [path = "", place] = href.split("#");
  const page = docHref(folder, path);
  if (page === undefined) return {};
  return { href: pageHref(page) + (place === undefined ? "" : `#${place}`) };
}
