import { isDeepStrictEqual } from "node:util";
import type { JsonSchema } from "@/lib/skill-format";
import { textFile, type ConversionSource, type Converter } from "../conversion-source";
import { installNote } from "../install-note";
import { placeBeside } from "../place-files";
import { dataFiles } from "../wrapper-files";
import { REST_ADAPTER } from "../wrappers/rest-adapter";

/** An agent of one's own: a REST adapter that serves the skill on this machine, and the OpenAPI document of it. */
export const customAgent: Converter = {
  target: "CustomAgent",
  convert(source) {
    const { slug } = source.manifest;
    const { place, placed } = placeBeside(source.files, "");
    const contents =
      "The published package is in `skill/`, as it was published; everything beside it is generated.";
    return {
      rootDirectory: slug,
      files: [
        textFile("rest_adapter.py", REST_ADAPTER, true),
        textFile("openapi.json", `${JSON.stringify(openApi(source), null, 2)}\n`),
        textFile("INSTALL.md", installNote(source, { target: "CustomAgent", wrapper: "python3", contents })),
        ...placed.map(({ file }) => file),
        ...dataFiles(source, "CustomAgent", place, placed),
      ],
    };
  },
};

function openApi({ manifest, version, packageDigest }: ConversionSource) {
  const example = manifest.examples[0];
  const failure = { type: "object", properties: { error: { type: "string" } }, required: ["error"] };
  const failures = {
    "400": "The input is no JSON object.",
    "401": "ADAPTER_TOKEN is set and the call does not carry it.",
    "413": "The input is too large.",
    "415": "The body is not application/json.",
    "422": "The skill could not answer, and says why.",
    "503": "Too many calls at once.",
    "504": "The skill took too long.",
  };
  return {
    openapi: "3.1.0",
    info: { title: manifest.slug, version, description: manifest.description },
    servers: [{ url: "http://127.0.0.1:8787" }],
    "x-package-digest": packageDigest,
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    paths: {
      "/run": {
        post: {
          operationId: "run",
          summary: `Run ${manifest.slug}`,
          security: [{}, { token: [] }],
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: embed(manifest.schemas.input, "input"),
                ...(example === undefined ? {} : { example: example.input }),
              },
            },
          },
          responses: {
            "200": {
              description: "The answer.",
              content: {
                "application/json": {
                  schema: embed(manifest.schemas.output, "output"),
                  ...(example === undefined ? {} : { example: example.output }),
                },
              },
            },
            ...Object.fromEntries(
              Object.entries(failures).map(([status, description]) => [
                status,
                { description, content: { "application/json": { schema: failure } } },
              ]),
            ),
          },
        },
      },
    },
  };
}

/** A schema inside the document; with an identifier of its own, so that `#/$defs/…` in it still means the schema. */
function embed(schema: JsonSchema | undefined, role: "input" | "output"): JsonSchema {
  if (schema === undefined || isDeepStrictEqual(schema, {})) return { type: "object" };
  return "$id" in schema ? schema : { $id: `urn:emporion:${role}`, ...schema };
}
