import { isSubschema, isSameSchema } from "@/lib/registry/differences/subschema";

/**
 * How the values a schema allows changed: `wider` allows all it did and more, `narrower` only some of them, `other`
 * cannot be shown to be either. An absent schema allows everything.
 */
export type SchemaChange = "same" | "wider" | "narrower" | "other";

/** Compares two JSON schemas. Doubt counts as `other`: what cannot be proven compatible is not taken for it. */
export function compareSchemas(before: object | null, after: object | null): SchemaChange {
  const [old, next] = [before ?? {}, after ?? {}];
  if (isSameSchema(old, next)) return "same";
  const widens = isSubschema(old, next);
  const narrows = isSubschema(next, old);
  if (widens && narrows) return "same";
  if (widens) return "wider";
  return narrows ? "narrower" : "other";
}
