import { NextRequest } from "next/server";
import { DomainError } from "@/lib/kernel/errors";
import { parseJsonBody, readBody } from "@/lib/http/read-body";

/** The longest sign-in there is: a signed text of a wallet, or an address and a password. */
const MAX_BODY_BYTES = 16 * 1024;

/**
 * The same request with its body read within limits, for a library that reads any body whole and falls over one that is
 * no JSON object. Throws CONTENT_TOO_LARGE and REQUEST_INVALID.
 */
export async function boundedRequest(request: NextRequest): Promise<NextRequest> {
  const bytes = await readBody(request, { maxBytes: MAX_BODY_BYTES });
  // As the library looks at it: wherever the words stand.
  if (request.headers.get("content-type")?.includes("application/json") === true) assertObject(bytes);
  const { method, headers } = request;
  return new NextRequest(request.url, { method, headers, body: Uint8Array.from(bytes) });
}

function assertObject(bytes: Uint8Array): void {
  const value = parseJsonBody(bytes);
  if (typeof value === "object" && value !== null) return;
  throw new DomainError("REQUEST_INVALID", "The body must be a JSON object.");
}
