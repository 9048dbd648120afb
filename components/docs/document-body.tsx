import { useLocale, useTranslations } from "next-intl";
import { docHref } from "@/components/docs/doc-href";
import { Markdown } from "@/components/skill/markdown";
import { CodeBlock } from "@/components/ui/code-block";
import { localizedPath } from "@/lib/i18n/paths";
import { DEFAULT_LOCALE } from "@/lib/i18n/routing";

/** A text of the docs folder as elements. The texts are English; elsewhere the page says so. */
export function DocumentBody({ markdown, folder = "" }: { markdown: string; folder?: string }) {
  const t = useTranslations("docs");
  const locale = useLocale();
  return (
    <>
      {locale === DEFAULT_LOCALE ? null : <p className="pt-4 text-13 text-ink-3">{t("english")}</p>}
      <article className="prose" lang={DEFAULT_LOCALE}>
        <Markdown
          source={markdown}
          untitled
          fileHref={(path) => localizedPath(locale, docHref(folder, path))}
          fallback={<CodeBlock code={markdown} title="Markdown" wrap />}
        />
      </article>
    </>
  );
}
