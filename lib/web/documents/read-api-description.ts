import { readText } from "./read-document";

type JsonSchemaNode = { [key: string]: unknown } | undefined;

interface ApiParameter {
  name: string;
  in: "query" | "path" | "header";
  required?: boolean;
  description?: string;
  /** What stands for its value in a sample. */
  example?: string;
  schema?: JsonSchemaNode;
}

interface Content {
  [mediaType: string]: { schema?: JsonSchemaNode };
}

export interface ApiOperation {
  operationId: string;
  tags?: string[];
  summary?: string;
  description?: string;
  /** Ways to be let in; `{}` is none. */
  security?: object[];
  parameters?: ApiParameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: { [status: string]: { description: string; content?: Content } };
}

/** What pages read of `docs/openapi.json`, the description that the API answers itself. */
export interface ApiDescription {
  paths: { [path: string]: { [method: string]: ApiOperation } };
  components: { schemas: { [name: string]: NonNullable<JsonSchemaNode> } };
}

let kept: ApiDescription | null = null;

/** The committed OpenAPI document; a test holds it equal to what the application answers. */
export function readApiDescription(): ApiDescription {
  if (kept && process.env.NODE_ENV !== "development") return kept;
  kept = JSON.parse(readText("openapi.json") ?? '{"paths":{},"components":{"schemas":{}}}') as ApiDescription;
  return kept;
}
