import type { Metadata } from "next";
import { alternatePaths, localizedPath } from "@/lib/i18n/paths";

/** Canonical address of a page and the same page in the other languages, for <head>. */
export function pageAlternates(locale: string, path: string): Metadata["alternates"] {
  return { canonical: localizedPath(locale, path), languages: alternatePaths(path) };
}
