import { linkOf } from "@/components/skill/link-of";
import { isGuide } from "@/lib/documents/guides";

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
export function docLink(
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
