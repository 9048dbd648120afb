import { DomainError } from "@/lib/kernel/errors";

interface Routed {
  method: string;
  path: string;
}

/** What Hono calls a route for every method: middleware, and MCP, which tells its methods itself. */
const EVERY_METHOD = "ALL";
/** The rest of a path: `:path{.+}`. */
const WHOLE_REST = /^:\w+\{\.[+*]\}$/;

/**
 * Finds which methods a path has among the routes (`:id` stands for one segment); empty when it has none. Asked only
 * for requests nothing answered.
 */
export function methodFinder(routes: readonly Routed[]): (path: string) => string[] {
  const forms = routes
    .filter(({ method }) => method !== EVERY_METHOD)
    .map(({ method, path }) => ({ method, form: toForm(path) }));
  return (path) => {
    const methods = forms.filter(({ form }) => form.test(path)).map(({ method }) => method);
    return [...new Set(methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])))].sort();
  };
}

function toForm(path: string): RegExp {
  const segments = path.split("/").map((segment) => {
    if (WHOLE_REST.test(segment)) return ".+";
    return segment.startsWith(":") ? "[^/]+" : segment.replaceAll(".", "\\.");
  });
  return new RegExp(`^${segments.join("/")}$`);
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
