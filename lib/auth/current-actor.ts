import { getServerSession } from "next-auth/next";
import { cache } from "react";
import { authOptions } from "@/lib/auth/auth-options";
import { actorOf } from "@/lib/auth/sign-in-with-wallet";
import type { Actor } from "@/lib/identity/actor";

/**
 * Who is signed in, for server components and actions; null when nobody is, or when the session no longer counts. The
 * account is looked up once for each request.
 */
export const currentActor: () => Promise<Actor | null> = cache(async () => {
  const session = await getServerSession(authOptions());
  return actorOf(session?.identity);
});
