import NextAuth from "next-auth";
import type { NextRequest } from "next/server";
import { authOptions } from "@/lib/auth/auth-options";
import { boundedRequest } from "@/lib/auth/bounded-request";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import { problemResponse } from "@/lib/http/problems/problem-response";

type Context = { params: Promise<{ nextauth: string[] }> };

/**
 * An action of next-auth that writes whatever anybody sends into the log, as an error if they like. No page of ours
 * uses it.
 */
const LOG_OF_CLIENTS = "_log";

/** next-auth itself. Options are read on each request, so that building the pages needs no settings. */
export const answerNextAuth = (
  request: NextRequest,
  context: Context,
  options = authOptions(),
): Promise<Response> =>
  (NextAuth as unknown as (...given: unknown[]) => Promise<Response>)(request, context, options);

/**
 * The same for a request with a body, which is held to its limits first; a refused one is a problem. So is a sign-in
 * that came too often or failed for a fault of ours: next-auth would answer 401, as if what was sent had been wrong.
 */
export async function answerNextAuthPost(request: NextRequest, context: Context): Promise<Response> {
  try {
    const [action] = (await context.params).nextauth;
    if (action === LOG_OF_CLIENTS) throw new DomainError("NOT_FOUND", "There is nothing here.");
    const bounded = await boundedRequest(request);
    const faults: unknown[] = [];
    const options = authOptions((fault) => faults.push(fault));
    const answer = await answerNextAuth(bounded, context, options);
    return faults.length === 0 ? answer : problemResponse(faults[0]);
  } catch (error) {
    if (isDomainError(error)) return problemResponse(error);
    throw error;
  }
}
