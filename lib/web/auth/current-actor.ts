import { getToken, type GetTokenParams } from "next-auth/jwt";
import { cookies } from "next/headers";
import { cache } from "react";
import { sessionSecret } from "@/lib/web/auth/auth-options";
import { sessionCookieName } from "@/lib/web/auth/session-cookie";
import { actorOf } from "@/lib/web/auth/sign-in-with-wallet";
import type { Actor } from "@/lib/identity/actor";

/**
 * Who is signed in, for server components and actions; null when nobody is, or when the session no longer counts. The
 * account is looked up once for each request. The cookie alone is read: other cookies of next-auth may hold anything.
 */
export const currentActor: () => Promise<Actor | null> = cache(async () => {
  const sent = Object.fromEntries((await cookies()).getAll().map(({ name, value }) => [name, value]));
  const token = await getToken({
    req: { cookies: sent, headers: {} } as GetTokenParams["req"],
    cookieName: sessionCookieName(),
    secret: sessionSecret(),
  });
  return actorOf(token?.identity);
});
