import NextAuth from "next-auth";
import type { NextRequest } from "next/server";
import { authOptions } from "@/lib/auth/auth-options";

type Context = { params: Promise<{ nextauth: string[] }> };

// Options are read on each request, so that building the pages needs no settings.
const handle = (request: NextRequest, context: Context): Promise<Response> =>
  (NextAuth as unknown as (...given: unknown[]) => Promise<Response>)(request, context, authOptions());

export { handle as GET, handle as POST };
