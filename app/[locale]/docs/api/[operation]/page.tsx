import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { findOperation, schemasOf } from "@/components/docs/api-view";
import { DocsFrame } from "@/components/docs/docs-frame";
import { FieldTable } from "@/components/docs/field-table";
import { OperationParts, OperationText } from "@/components/docs/operation-parts";
import { pageAlternates } from "@/components/site/page-metadata";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { readApiDescription } from "@/lib/web/documents/read-api-description";
import { env } from "@/lib/platform/config/env";
import type { PageProps } from "@/app/[locale]/page-props";

type OperationPageProps = PageProps<Record<string, string | string[] | undefined>, "operation">;

export async function generateMetadata({ params }: OperationPageProps): Promise<Metadata> {
  const { locale, operation: id } = await params;
  const operation = findOperation(readApiDescription(), env().APP_URL, id);
  if (!operation) return {};
  const { summary, description, method, path } = operation;
  return {
    title: `${method} ${path}`,
    description: description || summary,
    alternates: pageAlternates(locale, `/docs/api/${id}`),
  };
}

export default async function OperationPage({ params }: OperationPageProps) {
  const { operation: id } = await params;
  const description = readApiDescription();
  const operation = findOperation(description, env().APP_URL, id);
  if (!operation) notFound();
  const t = await getTranslations("docs.api");
  const schemas = schemasOf(operation, description);
  return (
    <DocsFrame path={`/docs/api/${id}`} title={<span lang="en">{operation.summary}</span>}>
      <OperationParts operation={operation} />
      {schemas.length > 0 ? (
        <PageSection id="schemas" title={t("schemas")} className="part">
          {schemas.map(({ name, meaning, type, rows }) => (
            <section
              key={name}
              className="border-b border-line pt-6 pb-6.5"
              aria-labelledby={`schema-${name}`}
            >
              <h3 id={`schema-${name}`} className="mono text-18 font-semibold wrap-anywhere">
                {name}
              </h3>
              {meaning || rows.length === 0 ? (
                <OperationText lang="en">{meaning || <code>{type}</code>}</OperationText>
              ) : null}
              {rows.length > 0 ? <FieldTable caption={name} rows={rows} /> : null}
            </section>
          ))}
        </PageSection>
      ) : null}
      <p className="pt-8">
        <SiteLink className="link" href="/docs/api">
          {t("all")}
        </SiteLink>
      </p>
    </DocsFrame>
  );
}
