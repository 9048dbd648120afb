import { useTranslations } from "next-intl";
import type { SchemaRow } from "@/components/docs/schema-rows";
import { SCROLLABLE } from "@/components/ui/code/scrollable";
import { DataTable } from "@/components/ui/data-table";

/** The fields of a body, an answer, a schema, or the parameters of a call (which also have a place). */
export function FieldTable({
  caption,
  rows,
}: {
  caption: string;
  rows: readonly (SchemaRow & { place?: string })[];
}) {
  const t = useTranslations("docs.api");
  const places = rows.some(({ place }) => place !== undefined);
  return (
    <div className="overflow-x-auto" {...SCROLLABLE}>
      <DataTable
        className="field-table"
        caption={caption}
        columns={[t("field"), places ? t("place") : null, t("type"), t("meaning")]}
      >
        {rows.map((row) => (
          <tr key={`${row.place ?? ""} ${row.name}`}>
            <th scope="row" className="mono">
              {row.name}
            </th>
            {places ? <td>{row.place}</td> : null}
            <td className="mono">
              <TypeName type={row.type} schema={row.schema} />
              {row.required ? <span className="need">{t("required")}</span> : null}
            </td>
            <td>
              <span lang="en">{row.meaning}</span>
              {row.limits === "" ? null : <span className="mono limits">{row.limits}</span>}
            </td>
          </tr>
        ))}
      </DataTable>
    </div>
  );
}

/** A type; the named schema in it leads to its fields. */
export function TypeName({ type, schema }: Pick<SchemaRow, "type" | "schema">) {
  return schema === null ? (
    <code>{type}</code>
  ) : (
    <a className="link" href={`#schema-${schema}`}>
      <code>{type}</code>
    </a>
  );
}
