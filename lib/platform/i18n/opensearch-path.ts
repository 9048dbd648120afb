import { DEFAULT_LOCALE, type Locale } from "@/lib/platform/i18n/routing";

export const OPENSEARCH_TYPE = "application/opensearchdescription+xml";

/** Where browsers read how the market is searched, in one language. */
export const openSearchPath = (locale: Locale) =>
  locale === DEFAULT_LOCALE ? "/opensearch.xml" : `/opensearch.xml?lang=${locale}`;
