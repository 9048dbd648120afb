import fs from "node:fs";
import path from "node:path";
import type { Locale } from "@/lib/platform/i18n/routing";

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
