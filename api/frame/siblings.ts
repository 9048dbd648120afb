import type { RouteConfig, z } from "@hono/zod-openapi";
import type { ApiContext } from "@/api/frame/context";
import { assertContentType } from "@/lib/web/http/read-body";

type Body = NonNullable<NonNullable<RouteConfig["request"]>["body"]>;

/**
 * Another kind of body that an operation takes. A client that is generated from the description has one function for an
 * operation, and one kind of body for the function: each other kind is an operation of its own. The path of the first one
 * takes all kinds, as it did before its siblings had paths; it is described with its own alone.
 */
export type Sibling = {
  id: string;
  summary: string;
  description: string;
  /** As of an operation. */
  example?: Readonly<Record<string, unknown>>;
} & ({ json: z.ZodType; body?: never } | { json?: never; body: Body });

/** What an operation's facts say of its bodies. */
interface Bodies {
  json?: z.ZodType;
  body?: Body | undefined;
  example?: Readonly<Record<string, unknown>>;
  siblings?: Readonly<Record<string, Sibling>>;
}

/** The JSON bodies of siblings, as their schemas make them. */
export type SiblingJson<Siblings> =
  Siblings extends Readonly<Record<string, infer S>>
    ? S extends { json: infer J extends z.ZodType }
      ? z.output<J>
      : never
    : never;

/** The facts of a sibling: those of its operation, but for what is said of its kind of body. */
export function factsOfSibling<F extends Bodies>(facts: F, sibling: Sibling) {
  const shared: Omit<F, keyof Bodies> & Bodies = { ...facts };
  for (const name of ["json", "body", "example", "siblings"] as const) delete shared[name];
  return { ...shared, ...sibling };
}

/** The handler of a sibling, which takes its own kind alone. JSON is held to its kind before, as any JSON is. */
export function onlyKind<Asked, Answer>(
  { body }: Sibling,
  handler: (asked: Asked, c: ApiContext) => Answer,
): typeof handler {
  if (!body) return handler;
  const kinds = Object.keys(body.content);
  return (asked, c) => {
    assertContentType(c.req.raw, kinds);
    return handler(asked, c);
  };
}

/** The facts with a JSON body of any kind that the operation or one of its siblings has. */
export function withJsonOf<F extends Bodies>(facts: F): F {
  const { json, siblings = {} }: Bodies = facts;
  const kinds = Object.values(siblings).flatMap((sibling) => sibling.json ?? []);
  return json ? { ...facts, json: kinds.reduce<z.ZodType>((all, kind) => all.or(kind), json) } : facts;
}
