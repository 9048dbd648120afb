import { useTranslations } from "next-intl";
import { schemaFields } from "@/components/skill/overview/schema-fields";
import { CodeBlock } from "@/components/ui/code/code-block";
import { JsonText } from "@/components/ui/code/json-text";
import { printJson } from "@/components/ui/code/print-json";
import { SCROLLABLE } from "@/components/ui/code/scrollable";
import { DataTable } from "@/components/ui/data-table";
import { SectionHead } from "@/components/ui/section-head";

/** A call schema as a table of its fields, and whole as JSON. */
export function SchemaTable({
  id,
  title,
  schema,
}: {
  id: string;
  title: string;
  schema: Record<string, unknown> | null;
}) {
  const t = useTranslations("skill.api");
  const fields = schemaFields(schema);
  return (
    <section className="part" aria-labelledby={id}>
      <SectionHead id={id} title={title} />
      {schema === null ? <p className="pt-3 text-14 text-ink-2">{t("no-schema")}</p> : null}
      {fields.length > 0 ? (
        <div className="overflow-x-auto" {...SCROLLABLE}>
          <DataTable
            className="mt-3"
            caption={title}
            columns={[t("field"), t("type"), t("default"), t("meaning")]}
          >
            {fields.map((field) => (
              <tr key={field.name}>
                <th scope="row" className="mono">
                  {field.name}
                </th>
                <td className="num">{field.type}</td>
                <td>
                  {field.required ? (
                    <span className="text-ink-3">{t("required")}</span>
                  ) : (
                    <code>{field.standard}</code>
                  )}
                </td>
                <td>
                  {field.meaning}
                  {field.limits === "" ? null : <span className="mono block text-ink-3">{field.limits}</span>}
                </td>
              </tr>
            ))}
          </DataTable>
        </div>
      ) : null}
      {schema === null ? null : (
        <details className="mt-3">
          <summary className="link w-fit text-14">{t("raw")}</summary>
          <div className="mt-2">
            <CodeBlock code={printJson(schema)} title="JSON Schema">
              <JsonText value={schema} />
            </CodeBlock>
          </div>
        </details>
      )}
    </section>
  );
}
