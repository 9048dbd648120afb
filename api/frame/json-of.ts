import { z } from "@hono/zod-openapi";

/** `version_id` is `versionId` in a view. */
type Camel<Name> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Name;

declare const FROM: unique symbol;
/** Says of a schema that it is written from another view than one with its members. */
export interface From<View> {
  readonly [FROM]: View;
}

/**
 * What a schema of the API is written from: the view it says (`writtenFrom`), or one with the same members in camel case.
 * A text may be a time, an amount or bytes there; what may be left out may be null. Constants are the schema's own.
 */
export type ViewOf<S> =
  S extends From<infer View>
    ? View
    : S extends z.ZodObject<infer Shape>
      ? MembersOf<Shape>
      : S extends z.ZodNullable<infer Inner>
        ? ViewOf<Inner> | null
        : S extends z.ZodOptional<infer Inner>
          ? ViewOf<Inner> | null | undefined
          : S extends z.ZodArray<infer Item>
            ? readonly ViewOf<Item>[]
            : S extends { _zod: { def: { type: "string" } } }
              ? string | Date | bigint | Uint8Array
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

/** What members are written from, by their names in the JSON. */
type Computed<Shape> = { [Name in keyof Shape]?: ViewOf<Shape[Name]> | undefined };
type Compute = (view: unknown) => Readonly<Record<string, unknown>>;

const COMPUTES = new WeakMap<object, Compute>();

/**
 * The schema, written from a view in which members have other names or have to be computed: `computed` gives these, each
 * as what the schema of the member is written from. The others are those of the view.
 */
export function writtenFrom<S extends z.ZodObject, View, C extends Computed<S["shape"]>>(
  schema: S,
  computed: (view: View) => C,
): S & From<View & MembersOf<Omit<S["shape"], keyof C>>> {
  COMPUTES.set(schema.def, computed as Compute);
  return schema as ReturnType<typeof writtenFrom<S, View, C>>;
}

type Write = (value: unknown) => unknown;
const WRITERS = new WeakMap<object, Write>();
const asItIs: Write = (value) => value;

/**
 * Writes views as the JSON that a schema describes: the one place where camel case becomes snake case. Only what the
 * schema names is written, so that a member of a view goes to nobody before it is described.
 */
export function jsonOf<S extends z.ZodType>(schema: S): (view: ViewOf<S>) => z.output<S> {
  let write = WRITERS.get(schema);
  if (write === undefined) WRITERS.set(schema, (write = writerOf(schema) ?? asItIs));
  return write as ReturnType<typeof jsonOf<S>>;
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

function objectWriter(schema: z.ZodObject): Write {
  const members = membersOf(schema);
  const compute = COMPUTES.get(schema.def);
  return (view) => {
    const from = view as Record<string, unknown>;
    const computed = compute?.(view);
    const written: Record<string, unknown> = {};
    for (const { name, from: member, constant, mayBeLeftOut, write } of members) {
      const value = computed !== undefined && name in computed ? computed[name] : (constant ?? from[member]);
      if (value === undefined || (value === null && mayBeLeftOut)) continue;
      written[name] = write === null ? value : write(value);
    }
    return written;
  };
}

/** Null for what is written as it is. */
function writerOf(schema: unknown): Write | null {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const write = writerOf(schema.unwrap());
    return write && ((value) => (value === null || value === undefined ? value : write(value)));
  }
  if (schema instanceof z.ZodObject && schema.def.catchall === undefined) return objectWriter(schema);
  if (schema instanceof z.ZodArray) {
    const write = writerOf(schema.element);
    return write && ((views) => (views as unknown[]).map((view) => write(view)));
  }
  return schema instanceof z.ZodType && schema.def.type === "string" ? toText : null;
}

/** Times are ISO 8601 in UTC, amounts decimal digits, bytes base64. */
function toText(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  return typeof value === "bigint" ? value.toString() : value;
}
