import NextAuth from "next-auth";
import type { NextRequest } from "next/server";
import { authOptions } from "@/lib/auth/auth-options";
import { boundedRequest } from "@/lib/auth/bounded-request";
import { isDomainError } from "@/lib/errors";
import { problemResponse } from "@/lib/http/problem-response";

type Context = { params: Promise<{ nextauth: string[] }> };

// Options are read on each request, so that building the pages needs no settings.
const handle = (request: NextRequest, context: Context): Promise<Response> =>
  (NextAuth as unknown as (...given: unknown[]) => Promise<Response>)(request, context, authOptions());

async function handleBody(request: NextRequest, context: Context): Promise<Response> {
  try {
    return await handle(await boundedRequest(request), context);
  } catch (error) {
    if (isDomainError(error)) return problemResponse(error);
    throw error;
  }
}

export { handle as GET, handleBody as POST };
