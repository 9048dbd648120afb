import { createTranslator } from "next-intl";
import { loadMessages } from "@/lib/platform/i18n/load-messages";
import type { Locale } from "@/lib/platform/i18n/routing";

type Translate = (key: string, values?: Record<string, string | number>) => string;

/** The messages of one namespace outside a page, for texts such as mails. A key that does not exist throws. */
export function getTranslations({ locale, namespace }: { locale: Locale; namespace: string }): Translate {
  return createTranslator({
    locale,
    namespace,
    messages: loadMessages(locale),
    onError(error) {
      throw error;
    },
    // The keys come from files read at run time, so the compiler cannot know them.
  }) as unknown as Translate;
}
