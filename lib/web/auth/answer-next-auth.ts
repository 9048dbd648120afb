import NextAuth, { type AuthOptions } from "next-auth";
import { NextRequest } from "next/server";
import { answerByIssuer } from "@/lib/web/auth/answer-by-issuer";
import { findIssuerOfProvider } from "@/lib/web/auth/issuer-provider";
import { authOptions } from "@/lib/web/auth/auth-options";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import { problemResponse } from "@/lib/web/http/problems/problem";
import { parseJsonBody, readBody } from "@/lib/web/http/read-body";

type Context = { params: Promise<{ nextauth: string[] }> };

/**
 * An action of next-auth that writes whatever anybody sends into the log, as an error if they like. No page of ours
 * uses it.
 */
const LOG_OF_CLIENTS = "_log";

/** next-auth's answer to a request without a body, or the problem that kept it from giving one. */
export const answerNextAuth = (request: NextRequest, context: Context): Promise<Response> =>
  answerOrProblem(request, context);

/**
 * The same for a request with a body, which is held to its limits first; a refused one is a problem. So is a sign-in
 * that came too often or failed for a fault of ours: next-auth would answer 401, as if what was sent had been wrong.
 */
export async function answerNextAuthPost(request: NextRequest, context: Context): Promise<Response> {
  try {
    const [action] = (await context.params).nextauth;
    if (action === LOG_OF_CLIENTS) throw new DomainError("NOT_FOUND", "There is nothing here.");
    return await answerOrProblem(await boundedRequest(request), context);
  } catch (error) {
    if (isDomainError(error)) return problemResponse(error);
    throw error;
  }
}

/** Options are made for each request: building the pages needs no settings, and faults are those of one request. */
async function answerOrProblem(request: NextRequest, context: Context): Promise<Response> {
  const [action, provider] = (await context.params).nextauth;
  if (action === "signin" || action === "callback") {
    const setting = findIssuerOfProvider(provider);
    const handle = (options: AuthOptions) => handleWith(request, context, options);
    if (setting) return answerByIssuer(request, { setting, action }, handle);
  }
  const faults: unknown[] = [];
  const options = authOptions((fault) => faults.push(fault));
  const answer = await handleWith(request, context, options);
  if (faults.length > 0) return problemResponse(faults[0]);
  return isRefusal(answer) ? problemResponse(notOfSignIn()) : answer;
}

function handleWith(request: NextRequest, context: Context, options: AuthOptions): Promise<Response> {
  const handle = NextAuth as unknown as (...given: unknown[]) => Promise<Response>;
  return handle(request, context, options);
}

/** next-auth says in a word, or calls a fault of its settings, that somebody asks for what it does not do. */
const isRefusal = ({ status, headers }: Response) =>
  status >= 500 || (status >= 400 && headers.get("content-type") !== "application/json");

const notOfSignIn = () =>
  new DomainError("REQUEST_INVALID", "This is no step of a sign-in. Start again at /sign-in.");

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
