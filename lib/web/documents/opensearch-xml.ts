import { escapeXml } from "@/lib/web/documents/escape-xml";
import { getTranslations } from "@/lib/platform/i18n/get-translations";
import { OPENSEARCH_TYPE, openSearchPath } from "@/lib/platform/i18n/opensearch-path";
import { localizedPath } from "@/lib/platform/i18n/paths";
import type { Locale } from "@/lib/platform/i18n/routing";

/** How a browser searches the market from its own address bar, in one language (OpenSearch 1.1). */
export function openSearchXml(origin: string, locale: Locale): string {
  const t = getTranslations({ locale, namespace: "common" });
  const at = (path: string) => escapeXml(`${origin}${path}`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>Emporion</ShortName>
<Description>${escapeXml(t("search.engine"))}</Description>
<Language>${locale}</Language>
<InputEncoding>UTF-8</InputEncoding>
<Image width="16" height="16" type="image/x-icon">${at("/favicon.ico")}</Image>
<Url type="text/html" method="get" template="${at(localizedPath(locale, "/skills"))}?q={searchTerms}"/>
<Url type="${OPENSEARCH_TYPE}" rel="self" template="${at(openSearchPath(locale))}"/>
</OpenSearchDescription>
`;
}
