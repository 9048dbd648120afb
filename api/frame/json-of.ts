import { z } from "@hono/zod-openapi";

/** `version_id` is `versionId` in a view. */
type Camel<Name> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Name;

/**
 * What a schema of the API is written from: a view with the same members in camel case. A text may be a time or an amount
 * there; what may be left out may be null. Constants are the schema's own, and need not be in the view.
 */
export type ViewOf<S> =
  S extends z.ZodObject<infer Shape>
    ? MembersOf<Shape>
    : S extends z.ZodNullable<infer Inner>
      ? ViewOf<Inner> | null
      : S extends z.ZodOptional<infer Inner>
        ? ViewOf<Inner> | null | undefined
        : S extends z.ZodArray<infer Item>
          ? readonly ViewOf<Item>[]
          : S extends { _zod: { def: { type: "string" } } }
            ? string | Date | bigint
            : S extends z.ZodType
              ? z.output<S>
              : never;
type MembersOf<Shape> = {
  [Name in keyof Shape as Shape[Name] extends z.ZodLiteral | z.ZodOptional ? never : Camel<Name>]: ViewOf<
    Shape[Name]
  >;
} & {
  [Name in keyof Shape as Shape[Name] extends z.ZodOptional ? Camel<Name> : never]?: ViewOf<Shape[Name]>;
};

type Write = (value: unknown) => unknown;
type Json<S extends z.ZodType> = z.output<S>;
type Members<S extends z.ZodType> = Partial<z.output<S>>;
/** The members that are not computed. */
type Rest<S, Computed> =
  S extends z.ZodObject<infer Shape> ? MembersOf<Omit<Shape, keyof Computed>> : ViewOf<S>;

/**
 * Writes views as the JSON that a schema describes: the one place where camel case becomes snake case. Only what the
 * schema names is written, so that a member of a view goes to nobody before it is described.
 */
export function jsonOf<S extends z.ZodType>(schema: S): (view: ViewOf<S>) => Json<S>;
/** The same, where members have other names in the view or have to be computed: `computed` gives them as JSON. */
export function jsonOf<S extends z.ZodObject, View, More extends unknown[], Computed extends Members<S>>(
  schema: S,
  computed: (view: View, ...more: More) => Computed,
): (view: View & Rest<S, Computed>, ...more: More) => Json<S>;
export function jsonOf(schema: z.ZodType, computed?: (view: unknown, ...more: unknown[]) => object): Write {
  if (computed === undefined) return writerOf(schema) ?? ((view) => view);
  const writes = membersOf(schema as z.ZodObject);
  return (view: unknown, ...more: unknown[]) => writeMembers(writes, view as object, computed(view, ...more));
}

interface Member {
  name: string;
  from: string;
  constant: unknown;
  mayBeLeftOut: boolean;
  write: Write | null;
}

const membersOf = (schema: z.ZodObject): Member[] =>
  Object.entries(schema.shape).map(([name, member]) => ({
    name,
    from: name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
    constant: member instanceof z.ZodLiteral ? member.value : undefined,
    mayBeLeftOut: member instanceof z.ZodOptional,
    write: writerOf(member),
  }));

function writeMembers(members: readonly Member[], view: object, computed: object): object {
  const written: Record<string, unknown> = {};
  const from = view as Record<string, unknown>;
  const given = computed as Record<string, unknown>;
  for (const { name, from: member, constant, mayBeLeftOut, write } of members) {
    if (name in given) {
      written[name] = given[name];
      continue;
    }
    const value = constant ?? from[member];
    if (value === undefined || (value === null && mayBeLeftOut)) continue;
    written[name] = write === null ? value : write(value);
  }
  return written;
}

const NOTHING = {};

/** Null for what is written as it is. */
function writerOf(schema: unknown): Write | null {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const write = writerOf(schema.unwrap());
    return write && ((value) => (value === null || value === undefined ? value : write(value)));
  }
  if (schema instanceof z.ZodObject && schema.def.catchall === undefined) {
    const members = membersOf(schema);
    return (view) => writeMembers(members, view as object, NOTHING);
  }
  if (schema instanceof z.ZodArray) {
    const write = writerOf(schema.element);
    return write && ((views) => (views as unknown[]).map(write));
  }
  return schema instanceof z.ZodType && schema.def.type === "string" ? toText : null;
}

/** Times are ISO 8601 in UTC, amounts decimal digits. */
const toText = (value: unknown) =>
  value instanceof Date ? value.toISOString() : typeof value === "bigint" ? value.toString() : value;
