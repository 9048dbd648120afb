import "@/app/styles/docs.css";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { DocsFrame } from "@/components/docs/docs-frame";
import { DocumentBody } from "@/components/docs/document-body";
import { pageAlternates } from "@/components/site/page-metadata";
import { SiteLink } from "@/components/ui/site-link";
import { isErrorCode, readErrorPage } from "@/lib/web/documents/error-pages";
import { PROBLEMS } from "@/lib/web/http/problems/problem-table";
import type { PageProps } from "@/app/[locale]/page-props";

type ErrorProps = PageProps<Record<string, string | string[] | undefined>, "code">;

export async function generateMetadata({ params }: ErrorProps): Promise<Metadata> {
  const { locale, code } = await params;
  if (!isErrorCode(code)) return {};
  return {
    title: code,
    description: readErrorPage(code, locale).title,
    alternates: pageAlternates(locale, `/errors/${code}`),
  };
}

/** Where the `type` of every problem leads. */
export default async function ErrorPage({ params }: ErrorProps) {
  const { locale, code } = await params;
  if (!isErrorCode(code)) notFound();
  const page = readErrorPage(code, locale);
  const t = await getTranslations("docs.errors");
  const { status } = PROBLEMS[code];
  return (
    <DocsFrame
      path={`/errors/${code}`}
      title={<span className="mono text-[1.5rem] tracking-normal wrap-anywhere">{code}</span>}
      lead={
        <>
          <span className="mono">{t("http", { status: String(status) })}</span> ·{" "}
          <span lang={page.language}>{page.title}</span>
        </>
      }
    >
      <DocumentBody document={page} />
      <p className="pt-8">
        <SiteLink className="link" href="/docs/errors">
          {t("all")}
        </SiteLink>
      </p>
    </DocsFrame>
  );
}
