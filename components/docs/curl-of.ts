import { asNode, referenceOf, type SchemaNode } from "@/components/docs/schema-rows";
import type { ApiDescription, ApiOperation } from "@/lib/web/documents/read-api-description";

interface CurlSource {
  path: string;
  method: string;
  operation: ApiOperation;
  origin: string;
  description: ApiDescription;
}

interface Sample {
  skill: string;
  input: unknown;
}

const MAX_DEPTH = 4;
/** Skills of the starter catalogue with an input they take, so that a copied line answers on a fresh market. */
const FREE: Sample = { skill: "csv-profile", input: { csv: "name,age\nAda,36\n" } };
const PRICED: Sample = { skill: "invoice-amount-capitals", input: { amounts: ["1409.50"] } };
/**
 * Where a sample skill stands in an address: what only reads, and calls. Nobody reports or withdraws it by a
 * pasted line.
 */
const READ_OR_CALLED = /^\/v1\/(?:agent\/)?skills\/\{id\}(?:\/(?:run|call|validate))?$/;
const ABOUT_QUOTES = /^\/v1\/quotes/;
const ACCESS_TOKEN = "x-access-token";
const ARCHIVE = "application/zip";

/** The call of an operation for a shell; what only the caller knows stands in angle brackets. */
export function curlOf({ path, method, operation, origin, description }: CurlSource): string {
  const sample = ABOUT_QUOTES.test(path) ? PRICED : FREE;
  const named = method === "get" || READ_OR_CALLED.test(path);
  /** Where no starter skill has what is asked for, the description says what to fill in. */
  const toFill = (name: string) =>
    operation.parameters
      ?.filter((each) => each.in === "path" && each.name === name)
      .map(({ example }) => example)
      .find((example) => example?.startsWith("<"));
  const isSkill = (name: string) => named && name === "id" && /\/skills\/\{id\}/.test(path);
  const url =
    origin +
    path.replaceAll(
      /\{(\w+)\}/g,
      (_, name: string) => toFill(name) ?? (isSkill(name) ? sample.skill : `<${name}>`),
    ) +
    queryOf(operation);
  const body = bodyOf(operation, description, sample);
  // With a body curl posts by itself; an archive goes into a file of the name it is sent with.
  const plain = method === "get" || (method === "post" && body.length > 0);
  const options = operation.responses["200"]?.content?.[ARCHIVE] ? "-sOJ" : "-s";
  const call = `curl ${options} ${plain ? "" : `-X ${method.toUpperCase()} `}'${url}'`;
  return [call, ...headersOf(operation), ...body].join(" \\\n  ");
}

function queryOf({ parameters = [] }: ApiOperation): string {
  const shown = parameters.filter(
    (parameter) =>
      parameter.in === "query" && (parameter.required === true || parameter.example !== undefined),
  );
  return shown.length === 0
    ? ""
    : `?${shown.map(({ name, example }) => `${name}=${example ?? `<${name}>`}`).join("&")}`;
}

function headersOf(operation: ApiOperation): string[] {
  const { parameters = [] } = operation;
  const needed = parameters.filter(
    (parameter) =>
      parameter.in === "header" && parameter.required === true && parameter.name !== ACCESS_TOKEN,
  );
  return [
    ...(needsKey(operation) ? ["-H 'X-API-KEY: <your key>'"] : []),
    ...(parameters.some(({ name }) => name === ACCESS_TOKEN) ? ["-H 'X-Access-Token: <access token>'"] : []),
    ...needed.map(({ name, example }) => `-H '${name}: ${example ?? `<${name}>`}'`),
  ];
}

function bodyOf({ requestBody }: ApiOperation, description: ApiDescription, sample: Sample): string[] {
  const content = requestBody?.content ?? {};
  // Nobody has an archive at hand as they have a SKILL.md.
  if (content["text/markdown"]) return ["-H 'content-type: text/markdown'", "--data-binary @SKILL.md"];
  if (content["multipart/form-data"]) return ["-F 'skill_file=@<your skill>.skill'"];
  if (content[ARCHIVE]) return [`-H 'content-type: ${ARCHIVE}'`, "--data-binary @<your plugin>.zip"];
  const json = content["application/json"];
  if (!json) return [];
  const body = JSON.stringify(sampleOf(json.schema, { schemas: description.components.schemas, sample }, 0));
  return ["-H 'content-type: application/json'", `-d '${body.replaceAll("'", String.raw`'\''`)}'`];
}

interface Known {
  schemas: Record<string, SchemaNode>;
  sample: Sample;
}

/** A value that fits a schema as far as its form goes: the required fields and elements only, and of several forms the first. */
function sampleOf(node: unknown, known: Known, depth: number, name = "value"): unknown {
  const reference = referenceOf(node);
  const schema = reference === null ? asNode(node) : asNode(known.schemas[reference]);
  if (name === "input") return known.sample.input;
  if (schema["default"] !== undefined) return schema["default"];
  const forms: unknown = schema["anyOf"] ?? schema["oneOf"];
  const form = Array.isArray(forms) ? (forms[0] as unknown) : undefined;
  if (form !== undefined) return sampleOf(form, known, depth, name);
  if (Array.isArray(schema["enum"])) return schema["enum"][0] as unknown;
  const type = Array.isArray(schema["type"]) ? (schema["type"][0] as unknown) : schema["type"];
  if (type === "integer" || type === "number") return schema["minimum"] ?? 1;
  if (type === "boolean") return true;
  if (type === "array")
    return Number(schema["minItems"] ?? 0) > 0 ? [sampleOf(schema["items"], known, depth + 1, name)] : [];
  if (type === "string") return name === "skill" ? known.sample.skill : `<${name}>`;
  if (type !== "object" || depth >= MAX_DEPTH) return {};
  const required = Array.isArray(schema["required"]) ? (schema["required"] as string[]) : [];
  const properties = asNode(schema["properties"]);
  // A field without a type takes anything, and `input` is nearly always what a call is about.
  const shown = Object.keys(properties).filter((key) => required.includes(key) || key === "input");
  return Object.fromEntries(shown.map((key) => [key, sampleOf(properties[key], known, depth + 1, key)]));
}

/** True for an operation that answers nobody without an API key. */
export const needsKey = ({ security = [] }: ApiOperation): boolean =>
  security.length > 0 && security.every((way) => Object.keys(way).length > 0);
