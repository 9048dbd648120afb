import { DEFAULT_TIMEOUT_SECONDS } from "../constants";
import { toImageDigest } from "../dialects/exo";
import { mapAt, type MapNode, nodeAt, textAt, toPlain } from "../yaml/node";
import { readEndpoint } from "../values/endpoint";
import { readLamports } from "../values/lamports";
import type { CallPattern, InvocationKind, JsonSchema, SkillManifest } from "../types";
import { compact, type ManifestSource } from "./manifest-source";

type Part<Key extends keyof SkillManifest> = SkillManifest[Key] | undefined;

/** Model and exact price; absent unless both can be read. */
export function readPricing({ viewOf }: ManifestSource): Part<"pricing"> {
  const model = textAt(viewOf("exo"), "pricing", "model");
  const price = nodeAt(viewOf("exo"), "pricing", "price_lamports");
  if ((model !== "per_call" && model !== "subscription") || price === undefined) return undefined;
  const reading = readLamports(price);
  return reading.state === "amount" ? { model, lamports: reading.lamports.toString() } : undefined;
}

/** Image, digest, time limit and language; a text at the top-level `runtime` is read as the language. */
export function readRuntime({ viewOf }: ManifestSource): Part<"runtime"> {
  const exo = viewOf("exo");
  const group = mapAt(exo, "runtime");
  const language =
    textAt(viewOf("usk"), "interface", "runtime") ??
    (group === undefined ? textAt(exo, "runtime") : undefined);
  if (group === undefined && language === undefined) return undefined;
  const digest = textAt(exo, "runtime", "docker_image_hash");
  return compact<NonNullable<SkillManifest["runtime"]>>({
    image: textAt(exo, "runtime", "docker_image"),
    imageDigest: digest === undefined ? undefined : toImageDigest(digest),
    timeoutSeconds: readTimeout(exo),
    language,
  });
}

/** Kind, pattern, entry point and address. Where entry points differ, the one that is sold (Exo) comes first. */
export function readInvocation({ viewOf }: ManifestSource): Part<"invocation"> {
  const usk = viewOf("usk");
  const kind = textAt(usk, "interface", "type");
  const pattern = textAt(usk, "interface", "call_pattern");
  const endpoint = textAt(usk, "interface", "endpoint");
  const invocation = compact<NonNullable<SkillManifest["invocation"]>>({
    kind: isKind(kind) ? kind : undefined,
    pattern: isPattern(pattern) ? pattern : undefined,
    entryPoint:
      textAt(viewOf("exo"), "runtime", "entrypoint") ??
      textAt(usk, "interface", "entry_point") ??
      textAt(viewOf("metadata"), "entry_point"),
    endpoint: endpoint === undefined ? undefined : (readEndpoint(endpoint) ?? undefined),
  });
  return Object.keys(invocation).length === 0 ? undefined : invocation;
}

/** Input and output schema; where the two places differ, the closed one of Exo comes first. */
export function readSchemas({ viewOf }: ManifestSource): SkillManifest["schemas"] {
  const [exo, usk] = [viewOf("exo"), viewOf("usk")];
  return compact<SkillManifest["schemas"]>({
    input: toSchema(mapAt(exo, "io", "input_schema") ?? mapAt(usk, "input_schema")),
    output: toSchema(mapAt(exo, "io", "output_schema") ?? mapAt(usk, "output_schema")),
  });
}

function readTimeout(exo: MapNode): number {
  const node = nodeAt(exo, "runtime", "timeout_seconds");
  const value = node?.kind === "scalar" ? node.value : undefined;
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : DEFAULT_TIMEOUT_SECONDS;
}

function toSchema(node: MapNode | undefined): JsonSchema | undefined {
  return node === undefined ? undefined : (toPlain(node) as JsonSchema);
}

function isKind(text: string | undefined): text is InvocationKind {
  return text === "cli" || text === "http";
}

function isPattern(text: string | undefined): text is CallPattern {
  return text === "stdin_stdout" || text === "args" || text === "http_post";
}
