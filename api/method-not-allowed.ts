import { DomainError } from "@/lib/errors";

interface Described {
  method: string;
  path: string;
}

/**
 * Finds which methods a path has among the described routes (`{id}` stands for one segment); empty when it has none.
 * Asked only for requests nothing answered.
 */
export function methodFinder(routes: readonly Described[]): (path: string) => string[] {
  const forms = routes.map(({ method, path }) => ({ method: method.toUpperCase(), form: toForm(path) }));
  return (path) => {
    const methods = forms.filter(({ form }) => form.test(path)).map(({ method }) => method);
    return [...new Set(methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])))].sort();
  };
}

function toForm(path: string): RegExp {
  const segments = path
    .split("/")
    .map((segment) => (segment.startsWith("{") ? "[^/]+" : segment.replaceAll(".", "\\.")));
  return new RegExp(`^${segments.join("/")}$`);
}

/** What a request is told that no route answers. */
export function nothingHere(
  methods: readonly string[],
  request: { method: string; path: string },
): DomainError {
  return methods.length === 0
    ? new DomainError("NOT_FOUND", `There is nothing under ${request.path.slice(0, 200)}.`)
    : new DomainError(
        "METHOD_NOT_ALLOWED",
        `${request.method} is not possible here; use ${methods.join(", ")}.`,
      );
}
