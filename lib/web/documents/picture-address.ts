import { LOCALES } from "@/lib/platform/i18n/routing";

/** Pictures of the market in its documents: `docs/images/<language>/<name>.webp`, all of this size, in CSS pixels. */
export const PICTURE_SIZE = { width: 800, height: 500 } as const;

/** Languages and file names of pictures, for the address they are served at. */
export const PICTURE_LANGUAGES = LOCALES.join("|");
export const PICTURE_FILES = "[a-z-]+\\.webp";

const WRITTEN = new RegExp(`^(?:\\.\\./)?images/(${PICTURE_LANGUAGES})/(${PICTURE_FILES})$`);

/** The address of a picture that a document names by its file; null for any other file or address. */
export function pictureAddress(written: string): string | null {
  const [, language, file] = WRITTEN.exec(written) ?? [];
  return file === undefined ? null : `/docs/images/${language}/${file}`;
}
