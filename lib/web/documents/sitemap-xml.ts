import { escapeXml } from "@/lib/web/documents/escape-xml";
import { alternatePaths, localizedPath } from "@/lib/platform/i18n/paths";
import { LOCALES } from "@/lib/platform/i18n/routing";

export interface SitemapPage {
  /** Path without a language. */
  path: string;
  changedAt?: Date;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const SCHEMA = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** A sitemap (sitemaps.org 0.9) of pages in every language, each with the addresses of the others. */
export function sitemapXml(origin: string, pages: readonly SitemapPage[]): string {
  const urls = pages.flatMap((page) => LOCALES.map((locale) => urlXml(origin, locale, page)));
  return `${HEAD}\n<urlset xmlns="${SCHEMA}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join("")}</urlset>\n`;
}

/** The list of sitemaps. */
export function sitemapIndexXml(addresses: readonly string[]): string {
  const maps = addresses.map((address) => `<sitemap><loc>${escapeXml(address)}</loc></sitemap>\n`);
  return `${HEAD}\n<sitemapindex xmlns="${SCHEMA}">\n${maps.join("")}</sitemapindex>\n`;
}

function urlXml(origin: string, locale: string, { path, changedAt }: SitemapPage): string {
  const address = (localized: string) => escapeXml(origin + encodeURI(localized));
  const links = Object.entries(alternatePaths(path)).map(
    ([language, other]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${address(other)}"/>`,
  );
  const changed = changedAt === undefined ? "" : `<lastmod>${changedAt.toISOString()}</lastmod>`;
  return `<url><loc>${address(localizedPath(locale, path))}</loc>${changed}${links.join("")}</url>\n`;
}
