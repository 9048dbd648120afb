import { DomainError } from "@/lib/kernel/errors";

interface Routed {
  method: string;
  path: string;
}

/** What Hono calls a route for every method: middleware, and MCP, which tells its methods itself. */
const EVERY_METHOD = "ALL";
/** A parameter of a path: `{id}` as OpenAPI writes it, `:id` as Hono does, `:rest{.+}` with what it may be. */
const PARAMETER = /^\{(\w+)\}$|^:(\w+)(?:\{(.+)\})?$/;

/** The addresses of a path, with one group for each of its parameters; those of `choices` are one of these words. */
export function formOf(path: string, choices: Readonly<Record<string, readonly string[]>> = {}): RegExp {
  const segments = path.split("/").map((segment) => {
    const [isParameter, described, asHono, may = "[^/]+"] = PARAMETER.exec(segment) ?? [];
    if (isParameter === undefined) return segment.replaceAll(".", "\\.");
    return `(${choices[described ?? asHono ?? ""]?.join("|") ?? may})`;
  });
  return new RegExp(`^${segments.join("/")}$`);
}

/**
 * Routes in the order in which they have to be asked: of two that answer one address, the one that is fixed where they
 * first differ comes first. Others stay as they stand.
 */
export function inMatchingOrder<R extends { path: string }>(routes: readonly R[]): R[] {
  const kinds = (path: string) =>
    path.replaceAll(/[^/]+/g, (segment) => (PARAMETER.test(segment) ? "1" : "0"));
  const keyed = routes.map((route) => ({ route, kinds: kinds(route.path) }));
  return keyed
    .toSorted((a, b) => (a.kinds < b.kinds ? -1 : a.kinds > b.kinds ? 1 : 0))
    .map(({ route }) => route);
}

/**
 * Finds which methods a path has among the routes; empty when it has none. Asked only for requests nothing answered.
 */
export function methodFinder(routes: readonly Routed[]): (path: string) => string[] {
  const forms = routes
    .filter(({ method }) => method !== EVERY_METHOD)
    .map(({ method, path }) => ({ method, form: formOf(path) }));
  return (path) => {
    const methods = forms.filter(({ form }) => form.test(path)).map(({ method }) => method);
    return [...new Set(methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])))].sort();
  };
}

/** What a request is told that no route answers. */
export function nothingHere(
  methods: readonly string[],
  request: { method: string; path: string },
): DomainError {
  return methods.length === 0
    ? new DomainError(
        "NOT_FOUND",
        `There is nothing under ${request.path.slice(0, 200)}. GET /v1/openapi.json has every path; none ends with a slash.`,
      )
    : new DomainError(
        "METHOD_NOT_ALLOWED",
        `${request.method} is not possible here; use ${methods.join(", ")}.`,
      );
}
