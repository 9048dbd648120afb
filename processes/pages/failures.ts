import { watchedRequest } from "@/lib/web/http/watched-request";
import { findOutage } from "@/lib/kernel/outage";
import { stripVTControlCharacters } from "node:util";
import { levelOf, logger } from "@/lib/kernel/observability/logger";

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
 * of theirs (app/[locale]/server-action.ts).
 */
function noteCallerError(failure: unknown): boolean {
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

const MOST = 256;
const LEADING_DIGITS = /^\d+/;

/** Numbers of failures that came of what is away. One number is one failure in one place, however often. */
const numbers = new Set<string>();

/** Keeps the number the framework gave a page's failure, if that came of something that is away. */
function noteFailure(failure: unknown, digest: unknown): void {
  const number = LEADING_DIGITS.exec(String(digest))?.[0];
  if (number === undefined || findOutage(failure) === null) return;
  if (numbers.size >= MOST) numbers.clear();
  numbers.add(number);
}

/** True for one that is no fault of the market: it may be back before the page that failed for it is sent. */
export function failedByOutage(number: string): boolean {
  return numbers.has(number);
}

/** A warning of Node's, which prints those as errors: nothing has failed, and nobody need look the same night. */
const WARNING = /^\(node:\d+\) /;
/** Said of a form that another site has sent, or a program. */
const ODD_ORIGIN = /does not match `origin` header|^Missing `origin` header/;
/** Signs that say again what the level says. */
const ORNAMENT = /^[\s⨯⚠]+|[\s:]+$/gu;

/**
 * Takes what libraries print into the log, one line each: the framework prints a failed page on a dozen lines, of which
 * a collector of logs makes a dozen entries. `digest` is the number its reader sees.
 */
export function logConsole(): void {
  for (const level of ["error", "warn"] as const) {
    console[level] = (...said: unknown[]) => {
      const err = said.find((each) => each instanceof Error);
      const digest = (err as { digest?: unknown } | undefined)?.digest;
      noteFailure(err, digest);
      const text = textOf(said, err);
      if ((level === "error" && noteCallerError(err)) || ODD_ORIGIN.test(text)) {
        logger.info({ ...(err ? { err } : {}), said: text }, "a request could not be read");
        return;
      }
      logger[WARNING.test(text) || levelOf(err) === "warn" ? "warn" : level](
        { ...(err ? { err } : {}), ...(digest === undefined ? {} : { digest }) },
        text,
      );
    };
  }
}

function textOf(said: readonly unknown[], err: Error | undefined): string {
  const words = said.filter((each) => each !== err && typeof each !== "object").map(String);
  const text = stripVTControlCharacters(words.join(" ")).replace(ORNAMENT, "");
  return text || (err ? "a page failed" : "printed by a library");
}
