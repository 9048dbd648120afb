import { z } from "zod";
import { DomainError } from "@/lib/kernel/errors";
import { isDateVersion } from "@/lib/skill-format";
import { parseJson } from "@/lib/kernel/json/parse-json";

/** Of what is written into the form. */
export const MAX_SET_TEXT = 200_000;
const MAX_LINES = 200;

/** What a lock file of the command says, as far as a set needs it (`cli/install/lock-file.ts`). */
const lockFile = z.object({
  lockfileVersion: z.number(),
  skills: z.record(z.string(), z.object({ market: z.string(), version: z.string() })),
});

/**
 * The parts of a set out of a text: one on each line, `NAME`, `NAME RANGE` or `NAME@RANGE`; or a lock file of this market,
 * whose skills are taken with what keeps the promises of their versions. Throws REQUEST_INVALID at `#/parts`.
 */
export function readSetText(text: string, market: string): { skill: string; range: string }[] {
  return text.trim().startsWith("{") ? readLock(text, market) : readLines(text);
}

function readLines(text: string): { skill: string; range: string }[] {
  const lines = text.split(/\r?\n/, MAX_LINES).map((line) => line.trim());
  return lines
    .filter((line) => line !== "")
    .map((line) => {
      const [skill = "", range = "*", ...more] = line.split(/[\s@]+/, 3);
      if (more.length > 0) throw wrong(`"${line.slice(0, 60)}" is not a skill and a range.`);
      return { skill, range };
    });
}

function readLock(text: string, market: string): { skill: string; range: string }[] {
  const parsed = lockFile.safeParse(parseJson(text));
  if (!parsed.success) throw wrong("This is no emporion.lock.json.");
  return Object.entries(parsed.data.skills).map(([skill, locked]) => {
    if (locked.market.replace(/\/+$/, "") !== market)
      throw wrong(`"${skill.slice(0, 60)}" is locked at another market.`);
    const isRelease = /^\d+\.\d+\.\d+$/.test(locked.version) && !isDateVersion(locked.version);
    return { skill, range: isRelease ? `^${locked.version}` : locked.version };
  });
}

const wrong = (message: string) =>
  new DomainError("REQUEST_INVALID", message, {
    details: { errors: [{ pointer: "#/parts", detail: message }] },
  });
