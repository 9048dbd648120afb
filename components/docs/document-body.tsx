import { useLocale } from "next-intl";
import { docLink } from "@/components/docs/doc-href";
import { EnglishNote } from "@/components/docs/english-note";
import { Markdown } from "@/components/skill/markdown";
import { CodeBlock } from "@/components/ui/code/code-block";
import type { ReadDocument } from "@/lib/documents/read-document";
import { localizedPath } from "@/lib/i18n/paths";

interface DocumentBodyProps {
  document: Pick<ReadDocument, "body" | "language" | "places">;
  /** Below the docs folder, or below that of a language. */
  folder?: string;
}

/** A text of the docs folder as elements. The page says so where the text is in another language than itself. */
export function DocumentBody({ document: { body, language, places }, folder = "" }: DocumentBodyProps) {
  const locale = useLocale();
  return (
    <>
      {language === locale ? null : <EnglishNote />}
      <article className="prose" lang={language}>
        <Markdown
          source={body}
          places={places}
          linkTo={(href) => docLink(folder, href, (page) => localizedPath(locale, page))}
          fallback={<CodeBlock code={body} title="Markdown" wrap />}
        />
      </article>
    </>
  );
}
