/** How a body can be sent smaller (RFC 9110, 8.4.1), the smallest first. */
const CODINGS = ["br", "gzip"] as const;
export type ContentCoding = (typeof CODINGS)[number];

const TOO_LONG_TO_READ = 1_000;

/**
 * The coding `Accept-Encoding` asks for (RFC 9110, 12.5.3), of `offered`: the one with the highest weight, of several
 * the smallest. Null where none is accepted, and where the header is not one.
 */
export function codingFor(
  acceptEncoding: string | null | undefined,
  offered: readonly ContentCoding[] = CODINGS,
): ContentCoding | null {
  if (!acceptEncoding || acceptEncoding.length > TOO_LONG_TO_READ) return null;
  const weights = new Map(acceptEncoding.split(",").map(readWeight));
  const weightOf = (coding: ContentCoding) => weights.get(coding) ?? weights.get("*") ?? 0;
  const best = Math.max(...offered.map(weightOf));
  return best > 0 ? (offered.find((coding) => weightOf(coding) === best) ?? null) : null;
}

function readWeight(part: string): [string, number] {
  const [coding = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice("q=".length);
  return [coding, weight === undefined ? 1 : Number(weight) || 0];
}
