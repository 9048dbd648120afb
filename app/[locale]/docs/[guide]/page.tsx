import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DocsFrame } from "@/components/docs/docs-frame";
import { DocumentBody } from "@/components/docs/document-body";
import { pageAlternates } from "@/components/site/page-metadata";
import { env } from "@/lib/platform/config/env";
import { isGuide } from "@/lib/web/documents/guides";
import { readGuide } from "@/lib/web/documents/read-document";
import type { PageProps } from "@/app/[locale]/page-props";

type GuideProps = PageProps<Record<string, string | string[] | undefined>, "guide">;

export async function generateMetadata({ params }: GuideProps): Promise<Metadata> {
  const { locale, guide } = await params;
  const document = findGuide(guide, locale);
  if (!document) return {};
  const { title, summary } = document;
  return { title, description: summary, alternates: pageAlternates(locale, `/docs/${guide}`) };
}

export default async function GuidePage({ params }: GuideProps) {
  const { locale, guide } = await params;
  const document = findGuide(guide, locale);
  if (!document) notFound();
  return (
    <DocsFrame path={`/docs/${guide}`} title={<span lang={document.language}>{document.title}</span>}>
      <DocumentBody document={document} />
    </DocsFrame>
  );
}

const findGuide = (name: string, locale: string) =>
  isGuide(name) ? readGuide(name, env().APP_URL, locale) : null;
