import { useLocale } from "next-intl";
import { docLink } from "@/components/docs/doc-href";
import { EnglishNote } from "@/components/docs/english-note";
import { Markdown } from "@/components/skill/markdown";
import { CodeBlock } from "@/components/ui/code-block";
import { localizedPath } from "@/lib/i18n/paths";
import { DEFAULT_LOCALE } from "@/lib/i18n/routing";

/** A text of the docs folder as elements. The texts are English; elsewhere the page says so. */
export function DocumentBody({ markdown, folder = "" }: { markdown: string; folder?: string }) {
  const locale = useLocale();
  return (
    <>
      <EnglishNote />
      <article className="prose" lang={DEFAULT_LOCALE}>
        <Markdown
          source={markdown}
          own
          linkTo={(href) => docLink(folder, href, (page) => localizedPath(locale, page))}
          fallback={<CodeBlock code={markdown} title="Markdown" wrap />}
        />
      </article>
    </>
  );
}
