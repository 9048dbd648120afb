import { asNode, referenceOf, type SchemaNode } from "@/components/docs/schema-rows";
import type { ApiDescription, ApiOperation } from "@/lib/documents/read-api-description";

interface CurlSource {
  path: string;
  method: string;
  operation: ApiOperation;
  origin: string;
  description: ApiDescription;
}

const MAX_DEPTH = 4;
const SKILL_PATHS = /^\/v1\/(?:agent\/)?skills\//;
/** A skill of the starter catalogue, so that a copied line answers on a fresh market. */
const SAMPLE_SKILL = "csv-profile";

/** The call of an operation for a shell; what only the caller knows stands in angle brackets. */
export function curlOf({ path, method, operation, origin, description }: CurlSource): string {
  const url =
    origin + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathValue(path, name)) + queryOf(operation);
  const body = bodyOf(operation, description);
  // With a body curl posts by itself.
  const plain = method === "get" || (method === "post" && body.length > 0);
  const parts = [`curl -s ${plain ? "" : `-X ${method.toUpperCase()} `}'${url}'`];
  if ((operation.security ?? []).length > 0) parts.push("-H 'X-API-KEY: <your key>'");
  const token = operation.parameters?.find(({ name, required }) => name === "x-access-token" && required);
  if (token) parts.push("-H 'X-Access-Token: <access token>'");
  return [...parts, ...body].join(" \\\n  ");
}

function pathValue(path: string, name: string): string {
  return name === "id" && SKILL_PATHS.test(path) ? SAMPLE_SKILL : `<${name}>`;
}

function queryOf({ parameters = [] }: ApiOperation): string {
  const needed = parameters.filter((parameter) => parameter.in === "query" && parameter.required === true);
  return needed.length === 0 ? "" : `?${needed.map(({ name }) => `${name}=<${name}>`).join("&")}`;
}

function bodyOf({ requestBody }: ApiOperation, description: ApiDescription): string[] {
  const content = requestBody?.content ?? {};
  if (content["text/markdown"]) return ["-H 'content-type: text/markdown'", "--data-binary @SKILL.md"];
  if (content["multipart/form-data"]) return ["-F skill_file=@my-skill.skill"];
  const json = content["application/json"];
  if (!json) return [];
  const sample = JSON.stringify(sampleOf(json.schema, description.components.schemas, 0));
  return ["-H 'content-type: application/json'", `-d '${sample.replaceAll("'", String.raw`'\''`)}'`];
}

/** A value that fits a schema as far as its form goes: the required fields only. */
function sampleOf(
  node: unknown,
  schemas: Record<string, SchemaNode>,
  depth: number,
  name = "value",
): unknown {
  const reference = referenceOf(node);
  const schema = reference === null ? asNode(node) : asNode(schemas[reference]);
  if (schema["default"] !== undefined) return schema["default"];
  if (Array.isArray(schema["enum"])) return schema["enum"][0] as unknown;
  const type = Array.isArray(schema["type"]) ? (schema["type"][0] as unknown) : schema["type"];
  if (type === "integer" || type === "number") return schema["minimum"] ?? 1;
  if (type === "boolean") return true;
  if (type === "array") return [];
  if (type === "string") return name === "skill" ? SAMPLE_SKILL : `<${name}>`;
  if (type !== "object" || depth >= MAX_DEPTH) return {};
  const required = Array.isArray(schema["required"]) ? (schema["required"] as string[]) : [];
  const properties = asNode(schema["properties"]);
  // A field without a type takes anything, and `input` is nearly always what a call is about.
  const shown = Object.keys(properties).filter((key) => required.includes(key) || key === "input");
  return Object.fromEntries(shown.map((key) => [key, sampleOf(properties[key], schemas, depth + 1, key)]));
}
