import { useTranslations } from "next-intl";
import { accessWords, deniedWords, undeclaredWords } from "@/components/skill/security/access-words";
import type { AccessView } from "@/lib/registry/views";

/** What a skill says it touches, in a few words: for a row. What it says nothing of is said too. */
export function AccessText({ access }: { access: AccessView }) {
  const t = useTranslations("common.access");
  const name = (word: ReturnType<typeof accessWords>[number]) =>
    t(word, { count: access.envVars?.length ?? 0 });
  const words = accessWords(access).map(name);
  const undeclared = undeclaredWords(access);
  if (undeclared.length === 4) return t("undeclared-all");
  if (undeclared.length > 0) {
    const kinds = undeclared.map((word) => (word === "secrets" ? t("secrets-any") : name(word)));
    return [...words, t("undeclared", { kinds: kinds.join(t("comma")) })].join(t("comma"));
  }
  if (words.length > 0) return words.join(t("comma"));
  return deniedWords(access, "format_default").length > 0 ? t("none-default") : t("none");
}
