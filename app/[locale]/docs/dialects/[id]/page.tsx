import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DocsFrame } from "@/components/docs/docs-frame";
import { DocumentBody } from "@/components/docs/document-body";
import { pageAlternates } from "@/components/site/page-metadata";
import { readDialectDocument } from "@/lib/web/documents/read-document";
import type { PageProps } from "@/app/[locale]/page-props";

type DialectProps = PageProps<Record<string, string | string[] | undefined>, "id">;

export async function generateMetadata({ params }: DialectProps): Promise<Metadata> {
  const { locale, id } = await params;
  const document = readDialectDocument(id);
  if (!document) return {};
  const { title, summary } = document;
  return { title, description: summary, alternates: pageAlternates(locale, `/docs/dialects/${id}`) };
}

export default async function DialectPage({ params }: DialectProps) {
  const { id } = await params;
  const document = readDialectDocument(id);
  if (!document) notFound();
  return (
    <DocsFrame path={`/docs/dialects/${id}`} title={<span lang="en">{document.title}</span>}>
      <DocumentBody document={document} folder="dialects" />
    </DocsFrame>
  );
}
