import { watchedRequest } from "@/lib/web/http/watched-request";

const CANNOT_READ = 400;
/** What parsers of forms say, of the framework and of Node, whose frames do not tell who called them. */
const UNREADABLE =
  /^(?:Failed to parse body as FormData|Invalid Server Actions? request|Failed to find Server Action|Unexpected end of (?:form|multipart)|Malformed (?:part|content|urlencoded)|Multipart: |Connection closed)/i;
/** A line of a stack that is in what the market itself is built to; packages are built to files that are named so. */
const OUR_CODE = /[/\\]\.next[/\\]server[/\\](?!.*(?:node_modules_|\[turbopack\]))/;
const FRAMEWORK = /[/\\]next[/\\]dist[/\\]|[/\\]node_modules_next_dist/;
/** What the language does itself, for whoever called it. */
const BUILT_IN = /\(<anonymous>\)$|\(?node:/;

/**
 * Whether a failure that the framework prints is the fault of who asked: then it is kept with the request that is being
 * answered. Code of ours that fails is not, unless it says so by a status of its own, as actions do of what is no form
 * of theirs (app/[locale]/form-fields.ts).
 */
export function noteCallerError(failure: unknown): boolean {
  const status = statusOf(failure);
  if (status === null) return false;
  const request = watchedRequest();
  if (request) request.status = status;
  return true;
}

function statusOf(failure: unknown): number | null {
  if (!(failure instanceof Error)) return null;
  const { statusCode } = failure as { statusCode?: unknown };
  if (typeof statusCode === "number") return clientStatus(statusCode);
  const { stack = "", message } = failure;
  if (OUR_CODE.test(stack)) return null;
  return isReadingBody(stack) || UNREADABLE.test(message) ? CANNOT_READ : null;
}

/**
 * The framework itself fails while it reads a body: its reader of arguments has a hundred ways to say that it cannot, so
 * where it was counts, not what it says.
 */
function isReadingBody(stack: string): boolean {
  const request = watchedRequest();
  if (!request?.hasBody || request.hasBegun) return false;
  const frames = stack.split("\n").filter((line) => /^\s+at /.test(line));
  return FRAMEWORK.test(frames.find((frame) => !BUILT_IN.test(frame)) ?? "");
}

const clientStatus = (status: number) => (status >= 400 && status < 500 ? status : null);
