import { z } from "@hono/zod-openapi";
import { DomainError } from "@/lib/kernel/errors";
import { type ConversionTarget, readTarget } from "@/lib/skill-format";

const MAX_ID_CHARACTERS = 100;
const MAX_VERSION_CHARACTERS = 64;

// PostgreSQL holds neither NUL nor half a surrogate pair in a text, so nothing can be found by one.
const STORABLE = /^[^\0\p{Cs}]*$/u;

/**
 * A text to look something up by. No pattern: the flags of an expression have no place in the description of the API.
 */
export function lookupText(maxCharacters: number) {
  return z
    .string()
    .max(maxCharacters)
    .refine((text) => STORABLE.test(text), "may not hold NUL or half a surrogate pair");
}

const WHOLE_NUMBER = /^-?\d{1,16}$/;

/**
 * A whole number in an address. Nothing is made of an empty text, of one with a fraction, or of a number that was
 * left out.
 */
export function wholeNumber({ min, max }: { min: number; max: number }) {
  return z
    .string()
    .regex(WHOLE_NUMBER, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .openapi({ type: "integer", minimum: min, maximum: max });
}

/** The same for a parameter that may be left out. */
export function wholeNumberOr(otherwise: number, { min, max }: { min: number; max: number }) {
  return wholeNumber({ min, max })
    .default(otherwise)
    .openapi({ type: "integer", minimum: min, maximum: max, default: otherwise });
}

export const idParameter = lookupText(MAX_ID_CHARACTERS).min(1);
export const skillParameter = z.object({ id: idParameter.describe("Name or id of the skill.") });
export const versionText = lookupText(MAX_VERSION_CHARACTERS).min(1);
export const versionParameter = versionText
  .optional()
  .describe(
    "A version number (`1.10` and `v1.10.0` are read as `1.10.0`), or a tag. Left out, or `latest`: the highest release, and while there is none the highest pre-release. `next`: the highest pre-release above that, and the same where there is none.",
  );

/** Longer than any encoding of 64 bytes, hex too, which is answered with what is read. */
const MAX_SIGNATURE_TEXT_CHARACTERS = 200;
/** A wallet's signature; what reads it says what is wrong with one that is none (`readSignature`). */
export const signatureText = lookupText(MAX_SIGNATURE_TEXT_CHARACTERS).min(1);

const MAX_AGENT_NAME_CHARACTERS = 80;

/** The name of an agent in an address (USK, attribution). */
export const agentNameParameter = z
  .string()
  .max(MAX_AGENT_NAME_CHARACTERS)
  .regex(/^[A-Za-z0-9._-]+$/, "must be of A-Z a-z 0-9 . _ -");

/** Longer than any token of ours: what is longer is refused unread. */
const MAX_CLAIM_TOKEN_CHARACTERS = 200;
export const claimTokenParameter = lookupText(MAX_CLAIM_TOKEN_CHARACTERS);
/** The token of a mailed link; one without it leads nowhere, and is told so like one that is wrong. */
export const linkTokenParameter = claimTokenParameter
  .optional()
  .openapi({ param: { required: true, example: "<token>" } });

/** Opens one quote or run to whoever asked for it; ids are public. */
export const accessTokenHeader = z.object({
  "x-access-token": z.string().max(200).optional().describe("Given with the quote or the run."),
});

const MAX_PLATFORM_CHARACTERS = 60;
export const platformParameter = lookupText(MAX_PLATFORM_CHARACTERS).min(1).optional();

/** The platform a query means; null for the package as it was published. Throws REQUEST_INVALID for an unknown one. */
export function readPlatform(platform: string | undefined): ConversionTarget | null {
  if (platform === undefined || platform.toLowerCase() === "any") return null;
  const target = readTarget(platform);
  if (target) return target;
  throw new DomainError(
    "REQUEST_INVALID",
    "This platform is not known. GET /v1/agent/platforms lists them.",
    { details: { parameter: "platform" } },
  );
}
