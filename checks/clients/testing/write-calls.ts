import { inPath } from "@/api/testing/example-market";
import { buildSkillPackage } from "@/lib/testing/builders";
import { writeArchive } from "@/lib/package";

interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  minimum?: number;
  required?: string[];
}

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  example?: string;
  schema: Schema;
}

/** What is read of an operation. */
interface DescribedOperation {
  operationId: string;
  security: object[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema; example?: unknown }> };
  responses: Record<string, { content?: object }>;
}

export interface OpenApi {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, Schema> };
}

/** An operation, and what is sent to it: each value is an expression of TypeScript. */
interface ExampleCall {
  id: string;
  takesKey: boolean;
  path: Member[];
  query: Member[] | null;
  headers: Member[];
  body: string | null;
  isBodyRequired: boolean;
}
type Member = readonly [name: string, value: string];

/** How a generator's functions are called; the answers have `status` and the `data` that they typed. */
export interface Generated {
  /** What stands above the calls: it imports the client, and sets the market's address and `key`. */
  head: (market: string, key: string) => string;
  call: (example: ExampleCall) => string;
}

const objectOf = (members: readonly Member[]) =>
  `{ ${members.map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(", ")} }`;

/** `@hey-api/openapi-ts` with its client for fetch: one object with the parts of the request. */
export const HEY_API: Generated = {
  head: (market, key) => `
import { client } from "./generated/client.gen.js";
import * as market from "./generated/sdk.gen.js";
client.setConfig({ baseUrl: "${market}", auth: (way) => (way.name === "X-API-KEY" ? "${key}" : undefined) });
const seen = ({ data, error, response }: { data?: unknown; error?: unknown; response?: Response }) => ({
  status: response?.status, type: response?.headers.get("content-type"), body: data ?? error,
});`,
  call: ({ id, path, query, headers, body }) => {
    const parts: Member[] = [
      ...(path.length > 0 ? [["path", objectOf(path)] as const] : []),
      ...(query?.length ? [["query", objectOf(query)] as const] : []),
      ...(headers.length > 0 ? [["headers", objectOf(headers)] as const] : []),
      ...(body === null ? [] : [["body", body] as const]),
    ];
    return `market.${id}(${objectOf(parts)})`;
  },
};

/** `orval` with fetch: the parts in a row, what is required first, then what fetch takes. */
export const ORVAL: Generated = {
  head: (_, key) => `
import * as market from "./generated.js";
const key = "${key}";
const seen = async ({ data, status, headers }: { data: unknown; status: number; headers: Headers }) => {
  const type = headers.get("content-type");
  // Of an operation that answers bytes it gives a problem as bytes too.
  const body: unknown = data instanceof Blob && type?.endsWith("json") ? JSON.parse(await data.text()) : data;
  return { status, type, body };
};`,
  call: ({ id, takesKey, path, query, headers, body, isBodyRequired }) => {
    const sent = objectOf([...(takesKey ? [["X-API-KEY", "key"] as const] : []), ...headers]);
    const parts = [
      ...(body === null ? [] : [{ value: body, isRequired: isBodyRequired }]),
      ...(query ? [{ value: objectOf(query), isRequired: query.length > 0 }] : []),
    ].sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
    const values = [...path.map(([, value]) => value), ...parts.map(({ value }) => value)];
    return `market.${id}(${[...values, `{ headers: ${sent} }`].join(", ")})`;
  },
};

/** A module that calls the function of every operation once, and prints a line of JSON for each answer. */
export function writeCalls(
  { head, call }: Generated,
  description: OpenApi,
  { market, key, word }: { market: string; key: string; word: string },
): string {
  const calls = exampleCalls(description, word).map(
    (example) => `  ${example.id}: async () => await seen(await ${call(example)}),`,
  );
  return `${head(market, key)}
const calls = {
${calls.join("\n").replaceAll(GIVEN_ONCE, `$&-${word}`)}
};
let successes = 0;
for (const [id, call] of Object.entries(calls)) {
  const answer = await call();
  if (String(answer.status).startsWith("2")) successes += 1;
  console.log(JSON.stringify({ id, ...answer }));
}
console.log(Object.keys(calls).length + " operations, " + successes + " with success");
console.log("every operation answered");
`;
}

/** Names of the examples that are given to who asks first. */
const GIVEN_ONCE = /\b(?:word-count|tally-works|bookkeeping)\b/g;

/** What a market can make something of, where any text would do for the form of a request. */
const KNOWN: Readonly<Record<string, string>> = {
  "x-agent-author": "compiler@workshop.example",
  // Nothing has been set before: the policy is the first one.
  "if-match": '"0"',
};

const bytesOf = (bytes: Uint8Array) =>
  `new Blob([Uint8Array.from(atob("${Buffer.from(bytes).toString("base64")}"), (each) => each.charCodeAt(0))])`;

/** A plugin of one skill. */
function pluginOf(name: string): Uint8Array {
  const manifest = {
    $schema: "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json",
    name,
    version: "1.0.0",
  };
  const { files } = buildSkillPackage({ name: `${name}-skill` });
  return writeArchive([
    { path: "plugin.json", bytes: Buffer.from(JSON.stringify(manifest)) },
    ...files.map(({ path, bytes }) => ({ path: `skills/${name}-skill/${path}`, bytes })),
  ]);
}

/** The example calls of a description. `word` makes the names that they publish one client's own. */
function exampleCalls({ paths, components }: OpenApi, word: string): ExampleCall[] {
  const archive = bytesOf(writeArchive(buildSkillPackage({ name: `archive-${word}` }).files));
  const plugin = bytesOf(pluginOf(`plugin-${word}`));
  const named = ({ $ref, ...schema }: Schema) => components.schemas[$ref?.split("/").at(-1) ?? ""] ?? schema;
  const bodyOf = (type: string, { schema, example }: { schema: Schema; example?: unknown }): string => {
    const text = JSON.stringify(example ?? null);
    if (type === "application/json") return text;
    if (type.startsWith("text/")) return bytesOf(Buffer.from(JSON.parse(text) as string));
    if (type.startsWith("multipart/")) return objectOf([[named(schema).required?.[0] ?? "", archive]]);
    return plugin;
  };
  return Object.entries(paths).flatMap(([route, methods]) =>
    Object.values(methods).map(({ operationId: id, parameters = [], requestBody, security }) => {
      const write = ({ name, in: place, schema }: Parameter): Member => {
        if (schema.enum) return [name, JSON.stringify(schema.enum[0])];
        if (schema.type === "integer") return [name, String(schema.minimum ?? 1)];
        return [name, JSON.stringify(place === "path" ? inPath(id, route, name) : (KNOWN[name] ?? "text"))];
      };
      const written = (place: Parameter["in"]) =>
        parameters
          .filter((each) => each.in === place && (each.required === true || each.example !== undefined))
          .map(write);
      const [body] = Object.entries(requestBody?.content ?? {});
      return {
        id,
        takesKey: security.length > 0,
        path: written("path"),
        query: parameters.some((each) => each.in === "query") ? written("query") : null,
        headers: written("header"),
        body: body ? bodyOf(...body) : null,
        isBodyRequired: requestBody?.required === true,
      };
    }),
  );
}
