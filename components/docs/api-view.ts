import { asNode, referenceOf, schemaRows, typeOf, type SchemaRow } from "@/components/docs/schema-rows";
import { curlOf, needsKey } from "@/components/docs/curl-of";
import type { ApiDescription, ApiOperation } from "@/lib/web/documents/read-api-description";

/** The fields of a body, or the name of the schema that has them. */
export interface ShapeView {
  mediaType: string;
  type: string;
  schema: string | null;
  rows: SchemaRow[];
  meaning: string;
}

export interface OperationView {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  needsKey: boolean;
  parameters: (SchemaRow & { place: string })[];
  bodies: ShapeView[];
  answers: { status: string; description: string; shapes: ShapeView[] }[];
  /** Error codes by status. */
  problems: { status: string; codes: string[] }[];
  curl: string;
}

interface OperationGroup {
  tag: string;
  operations: OperationView[];
}

interface SchemaView {
  name: string;
  meaning: string;
  type: string;
  rows: SchemaRow[];
}

const CODE = /\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|INTERNAL)(?=:)/g;
const PROBLEM = "application/problem+json";

/** The operations of the description by their tag, in its order. `origin` is this market's public address. */
export function operationGroups(description: ApiDescription, origin: string): OperationGroup[] {
  const groups = new Map<string, OperationView[]>();
  for (const [path, methods] of Object.entries(description.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags?.[0] ?? "";
      const view = toOperationView({ path, method, operation, origin, description });
      groups.set(tag, [...(groups.get(tag) ?? []), view]);
    }
  }
  return [...groups].map(([tag, operations]) => ({ tag, operations }));
}

/** The operation of an id; null for an id that none has. */
export function findOperation(description: ApiDescription, origin: string, id: string): OperationView | null {
  const operations = operationGroups(description, origin).flatMap((group) => group.operations);
  return operations.find((operation) => operation.id === id) ?? null;
}

/** The named schemas an operation speaks of, then those that they speak of: its page needs no other. */
export function schemasOf(operation: OperationView, description: ApiDescription): SchemaView[] {
  const shapes = [...operation.bodies, ...operation.answers.flatMap((answer) => answer.shapes)];
  const rows = [...operation.parameters, ...shapes, ...shapes.flatMap((shape) => shape.rows)];
  const views = schemaViews(description);
  const reached = new Set<string>();
  let next = rows.flatMap(({ schema }) => schema ?? []);
  while (next.length > 0) {
    for (const name of next) reached.add(name);
    next = views
      .filter(({ name }) => reached.has(name))
      .flatMap((view) =>
        view.rows.flatMap(({ schema }) => (schema !== null && !reached.has(schema) ? schema : [])),
      );
  }
  return [...reached].flatMap((name) => views.find((view) => view.name === name) ?? []);
}

/** The named schemas, in the order of their names. */
export function schemaViews({ components }: ApiDescription): SchemaView[] {
  return Object.entries(components.schemas)
    .map(([name, schema]) => ({
      name,
      meaning: textOf(schema["description"]),
      type: typeOf(schema).type,
      rows: schemaRows(schema),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

interface Source {
  path: string;
  method: string;
  operation: ApiOperation;
  origin: string;
  description: ApiDescription;
}

function toOperationView(source: Source): OperationView {
  const { path, method, operation } = source;
  const answers = Object.entries(operation.responses);
  const isProblem = ([, { content }]: (typeof answers)[number]) => content?.[PROBLEM] !== undefined;
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? "",
    description: operation.description ?? "",
    needsKey: needsKey(operation),
    parameters: (operation.parameters ?? []).map((parameter) => ({
      ...rowOf(parameter.schema),
      name: parameter.name,
      place: parameter.in,
      required: parameter.required === true,
      meaning: parameter.description ?? "",
    })),
    bodies: shapesOf(operation.requestBody?.content),
    answers: answers
      .filter((answer) => !isProblem(answer))
      .map(([status, { description, content }]) => ({ status, description, shapes: shapesOf(content) })),
    problems: answers.filter(isProblem).map(([status, { description }]) => ({
      status,
      codes: [...description.matchAll(CODE)].map(([code]) => code),
    })),
    curl: curlOf(source),
  };
}

function rowOf(schema: unknown): SchemaRow {
  const [row] = schemaRows({ properties: { it: schema } });
  return row ?? { name: "", type: "any", schema: null, required: false, limits: "", meaning: "" };
}

function shapesOf(content: ApiOperation["responses"][string]["content"]): ShapeView[] {
  return Object.entries(content ?? {}).map(([mediaType, { schema }]) => ({
    mediaType,
    ...typeOf(asNode(schema)),
    rows: referenceOf(schema) === null ? schemaRows(schema) : [],
    meaning: textOf(asNode(schema)["description"]),
  }));
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
