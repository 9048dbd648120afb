import type { useTranslations } from "next-intl";

/** The translator of the whole catalogue, of the reader's language. */
type Words = ReturnType<typeof useTranslations<never>>;

const NAMES = "categories";

/**
 * A category in the reader's language, where it is one that many use; any other stands as its author wrote it, with a
 * capital and without underscores: "tax_advice" is "Tax advice".
 */
export function categoryName(category: string, t: Words): string {
  const key = category
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, "-");
  const names = t.raw(NAMES) as object;
  if (Object.hasOwn(names, key)) return t(`categories.${key}`);
  const words = category.replaceAll(/[_-]+/g, " ").trim();
  return words.charAt(0).toLocaleUpperCase("en") + words.slice(1);
}
