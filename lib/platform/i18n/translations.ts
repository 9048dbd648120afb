import fs from "node:fs";
import path from "node:path";
import type { Locale } from "@/lib/platform/i18n/routing";
import { createTranslator } from "next-intl";

export type Messages = { [key: string]: string | Messages };

const loaded = new Map<Locale, Messages>();

/**
 * Every namespace of one language: each file in `lib/platform/i18n/messages/<locale>/` is one.
 * Read from the disk once per process (each time in development), so a part adds its own file and edits no list.
 */
export function loadMessages(locale: Locale): Messages {
  const known = loaded.get(locale);
  if (known && process.env.NODE_ENV !== "development") return known;
  const directory = path.join(
    /* turbopackIgnore: true */ process.cwd(),
    "lib",
    "platform",
    "i18n",
    "messages",
    locale,
  );
  const namespaces = fs.readdirSync(directory).filter((name) => name.endsWith(".json"));
  const messages = Object.fromEntries(
    namespaces.map((name) => [path.basename(name, ".json"), readNamespace(path.join(directory, name))]),
  );
  loaded.set(locale, messages);
  return messages;
}

function readNamespace(file: string): Messages {
  return JSON.parse(fs.readFileSync(file, "utf8")) as Messages;
}

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
