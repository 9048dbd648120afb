import { searchOfFeed, type FeedChoice } from "@/lib/platform/i18n/paths";
import { loadMessages, getTranslations } from "@/lib/platform/i18n/translations";
import type { Locale } from "@/lib/platform/i18n/routing";

/** Of one condition alone the title says whose, or what they are about. */
const ALONE: Readonly<Record<string, string>> = {
  publisher: "versions-by",
  agent: "versions-by-agent",
  category: "versions-in",
  q: "versions-about",
};

/** What a feed of new versions is called: by feed readers, and where a page names it. */
export function feedTitle({ locale, slug, search }: FeedChoice): string {
  const t = getTranslations({ locale, namespace: "feeds" });
  if (slug !== undefined) return t("versions-of", { slug });
  const asked = [...searchOfFeed(search)];
  const [first] = asked;
  if (first === undefined) return t("versions");
  const [name, value] = first;
  const alone = asked.length === 1 ? ALONE[name] : undefined;
  if (alone !== undefined)
    return t(alone, { name: name === "category" ? categoryName(value, locale) : value });
  return t("versions-found", { search: asked.map((condition) => condition.join("=")).join(", ") });
}

function categoryName(category: string, locale: Locale): string {
  const names = loadMessages(locale)["categories"] as Readonly<Record<string, string>>;
  return Object.hasOwn(names, category) ? (names[category] ?? category) : category;
}
