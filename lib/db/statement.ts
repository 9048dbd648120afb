import pg from "pg";
import { connections } from "@/lib/db/client";
import { statementNamer } from "@/lib/db/statement-names";

const nameOf = statementNamer({ prefix: "s" });

/**
 * As PostgreSQL's types are read here: `bigint` as a bigint, `json` parsed, `timestamptz` as a Date, `bytea` as bytes.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8
      ? (text: string) => BigInt(text)
      : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
};

/**
 * Runs one statement of ours, prepared once on each connection, and returns its rows. For what is asked for each
 * paid call: the client's own translation of a query costs several times what the database takes to answer it. A
 * statement stands by itself; what needs a transaction takes the client. Throws what the database says
 * (`isUniqueViolation` reads it).
 */
export async function runStatement<Row extends object>(
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const name = nameOf({ sql: text });
  const query = { text, values: [...values], types, ...(name === "" ? {} : { name }) };
  return (await connections().query<Row & pg.QueryResultRow>(query)).rows;
}

/** The column of a field of the schema: `payerAddress` is `payer_address`. */
export const columnOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A list of columns for `select` that come back under the names of their fields. */
export const columnsOf = (fields: readonly string[]) =>
  fields.map((field) => `${columnOf(field)} as "${field}"`).join(", ");

/** Names of states, which are ours, as a list for SQL's `in`. */
export const stateList = (states: readonly string[]) => states.map((state) => `'${state}'`).join(", ");

/**
 * A parameter that is a list of texts, for `any`. Of a bare one the database sees how many there are, finds few cheaper
 * than it expects of a list, and plans the statement anew each time, which takes longer than running it.
 */
export const listOf = (parameter: string) => `array(select unnest(${parameter}::text[]))`;

const columns = new Map<string, string>();

/** Records as one JSON text for `jsonb_populate_recordset`, each field under the name of its column. */
export const toRows = (records: readonly object[]) => JSON.stringify(records.map(toRow));

function toRow(record: object): object {
  const row: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(record)) {
    const column = columns.get(field) ?? columnOf(field);
    columns.set(field, column);
    row[column] = toJsonValue(value);
  }
  return row;
}

function toJsonValue(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString("hex")}` : value;
}
