import { stripVTControlCharacters } from "node:util";
import { levelOf, logger } from "@/lib/kernel/observability/logger";
import { noteCallerError } from "./caller-errors";
import { noteFailure } from "./outage-failures";

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
