import { AsyncLocalStorage } from "node:async_hooks";

/** What became known, while a page was made, of a body that could not be read. */
export interface Watched {
  /** The status the caller is due; null while nothing was wrong with what they sent. */
  status: number | null;
  /** An action is called by its name, with whatever arguments. */
  isCall: boolean;
}

const watched = new AsyncLocalStorage<Watched>();

const CANNOT_READ = 400;
/** What the framework and the parsers under it say of a form that is none. */
const UNREADABLE =
  /^(?:Failed to parse body as FormData|Invalid Server Actions? request|Failed to find Server Action|Server Action arguments list is too long|Unexpected end of (?:form|multipart)|Malformed (?:part|content|urlencoded)|Multipart: |Unsupported content type|Maximum array nesting|Connection closed)/i;
/** What an action says that reads a form and was given none. */
const NO_FORM = /(?:reading '|\.)(?:get|getAll|has)(?:'\)$| is not a function$)/;
/** A line of a stack that is in what the market itself is built to; packages are built to files that are named so. */
const OUR_CODE = /[/\\]\.next[/\\]server[/\\](?!.*(?:node_modules_|\[turbopack\]))/;

/** Makes a page, and keeps in `faults` what the framework says meanwhile of the request itself. */
export const watchFaults = <T>(faults: Watched, work: () => T): T => watched.run(faults, work);

/**
 * Whether a failure that the framework prints is the fault of who asked: then it is kept with the request that is being
 * answered. Code of ours that fails is not, but for an action that was called without its form.
 */
export function noteCallersFault(failure: unknown): boolean {
  const status = statusOf(failure);
  if (status === null) return false;
  const faults = watched.getStore();
  if (faults) faults.status = status;
  return true;
}

function statusOf(failure: unknown): number | null {
  if (!(failure instanceof Error)) return null;
  const { statusCode } = failure as { statusCode?: unknown };
  if (typeof statusCode === "number") return clientStatus(statusCode);
  const faults = watched.getStore();
  if (faults?.isCall && failure instanceof TypeError && NO_FORM.test(failure.message)) return CANNOT_READ;
  if (OUR_CODE.test(failure.stack ?? "")) return null;
  const isText = failure instanceof SyntaxError && faults !== undefined;
  return isText || UNREADABLE.test(failure.message) ? CANNOT_READ : null;
}

const clientStatus = (status: number) => (status >= 400 && status < 500 ? status : null);
