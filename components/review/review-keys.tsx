import { useTranslations } from "next-intl";
import { KeyDialog, KeyLine } from "@/components/browse/key-list";

const KEYS = [
  { keys: ["N", "P"], name: "finding" },
  { keys: ["[", "]"], name: "file" },
  { keys: ["E"], name: "expand" },
  { keys: ["M"], name: "note" },
] as const;

/**
 * The keys of the workspace, and the list in which single keys can be turned off. Where they are not shown, neither is
 * their heading.
 */
export function ReviewKeys() {
  const t = useTranslations("review");
  const all = useTranslations("browse.keys");
  const named = KEYS.map(({ keys, name }) => ({ keys, name: t(`keys.${name}`) }));
  return (
    <section aria-labelledby="review-keys" className="to-720:hidden noscript:hidden">
      <h2 id="review-keys">{t("keysTitle")}</h2>
      <KeyLine keys={named} />
      <KeyDialog keys={[{ keys: ["/"], name: all("search") }, ...named]} />
    </section>
  );
}
