import { useTranslations } from "next-intl";
import { CodeBlock } from "@/components/ui/code/code-block";

interface BadgeSnippetProps {
  slug: string;
  /** The market's public address. */
  origin: string;
}

const badgePath = (slug: string) => `/skills/${encodeURIComponent(slug)}/badge.svg`;

/** The line of Markdown that shows a skill's badge in a README, and leads to its page. */
export function BadgeSnippet({ slug, origin }: BadgeSnippetProps) {
  const t = useTranslations("skill.badge");
  const page = `${origin}/skills/${encodeURIComponent(slug)}`;
  return <CodeBlock code={`[![Emporion](${origin}${badgePath(slug)})](${page})`} title={t("title")} wrap />;
}

/** The badge as it is now. */
export function Badge({ slug }: Pick<BadgeSnippetProps, "slug">) {
  const t = useTranslations("skill.badge");
  return <img src={badgePath(slug)} alt={t("alt", { name: slug })} height={20} loading="lazy" />;
}
