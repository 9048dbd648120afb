import { z } from "@hono/zod-openapi";

const MAX_ID_CHARACTERS = 100;
const MAX_VERSION_CHARACTERS = 64;

// PostgreSQL holds neither NUL nor half a surrogate pair in a text, so nothing can be found by one.
const STORABLE = /^[^\0\p{Cs}]*$/u;

/** A text to look something up by. */
export function lookupText(maxCharacters: number) {
  return z.string().max(maxCharacters).regex(STORABLE, "may not hold NUL or half a surrogate pair");
}

export const idParameter = lookupText(MAX_ID_CHARACTERS).min(1);
export const skillParameter = z.object({ id: idParameter.describe("Name or id of the skill.") });
export const versionParameter = lookupText(MAX_VERSION_CHARACTERS)
  .min(1)
  .optional()
  .describe("Left out: the newest published version.");

/** Opens one quote or run to whoever asked for it; ids are public. */
export const accessTokenHeader = z.object({
  "x-access-token": z.string().max(200).optional().describe("Given with the quote or the run."),
});

const MAX_PLATFORM_CHARACTERS = 60;
export const platformParameter = lookupText(MAX_PLATFORM_CHARACTERS).min(1).optional();
