import type { JsonSchema } from "../types";
import type { Evaluation, Mismatch } from "./evaluation";
import { sayExtent } from "./say-extent";

/** The keywords that apply to objects. */
export function matchObject(
  run: Evaluation,
  schema: JsonSchema,
  value: Record<string, unknown>,
  path: string,
): Mismatch | null {
  const keys = Object.keys(value);
  const { minProperties, maxProperties } = schema as Record<string, number>;
  if (minProperties !== undefined && keys.length < minProperties) {
    return { path, message: sayExtent("at least", minProperties, "member") };
  }
  if (maxProperties !== undefined && keys.length > maxProperties) {
    return { path, message: sayExtent("at most", maxProperties, "member") };
  }
  for (const name of (schema["required"] as string[] | undefined) ?? []) {
    if (!Object.hasOwn(value, name)) return { path: join(path, name), message: "is required" };
  }
  return (
    matchNames(run, schema, keys, path) ??
    matchMembers(run, schema, value, path) ??
    matchDependencies(run, schema, value, path)
  );
}

function matchNames(run: Evaluation, schema: JsonSchema, keys: string[], path: string): Mismatch | null {
  const { propertyNames } = schema;
  if (propertyNames === undefined) return null;
  for (const key of keys) {
    if (run.match(propertyNames, key, path) !== null)
      return { path: join(path, key), message: "has a name that is not allowed" };
  }
  return null;
}

function matchMembers(
  run: Evaluation,
  schema: JsonSchema,
  value: Record<string, unknown>,
  path: string,
): Mismatch | null {
  const properties = (schema["properties"] ?? {}) as Record<string, unknown>;
  const patterns = Object.entries((schema["patternProperties"] ?? {}) as Record<string, unknown>);
  for (const [key, member] of Object.entries(value)) {
    const schemas = patterns.filter(([pattern]) => run.matchesPattern(pattern, key)).map(([, part]) => part);
    if (Object.hasOwn(properties, key)) schemas.push(properties[key]);
    if (schemas.length === 0 && schema["additionalProperties"] !== undefined) {
      if (schema["additionalProperties"] === false) {
        return { path: join(path, key), message: "is not a declared property" };
      }
      schemas.push(schema["additionalProperties"]);
    }
    run.spend(1 + patterns.length);
    for (const part of schemas) {
      const found = run.match(part, member, join(path, key));
      if (found !== null) return found;
    }
  }
  return null;
}

function matchDependencies(
  run: Evaluation,
  schema: JsonSchema,
  value: Record<string, unknown>,
  path: string,
): Mismatch | null {
  for (const [key, dependency] of Object.entries((schema["dependencies"] ?? {}) as Record<string, unknown>)) {
    if (!Object.hasOwn(value, key)) continue;
    if (!Array.isArray(dependency)) {
      const found = run.match(dependency, value, path);
      if (found !== null) return found;
      continue;
    }
    const missing = (dependency as string[]).find((name) => !Object.hasOwn(value, name));
    if (missing !== undefined) return { path: join(path, missing), message: `is required beside ${key}` };
  }
  return null;
}

function join(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}
