import { encode } from "next-auth/jwt";
import { sessionSecret } from "@/lib/web/auth/auth-options";
import { env } from "@/lib/platform/config/env";
import type { SessionIdentity } from "@/lib/identity/accounts/accounts";

export interface SessionCookie {
  name: string;
  value: string;
  options: { httpOnly: true; sameSite: "lax"; path: "/"; secure: boolean; maxAge: number };
}

const isSecure = () => (process.env["NEXTAUTH_URL"] ?? env().APP_URL).startsWith("https:");

/** The name of the cookie that next-auth keeps a session in. */
export const sessionCookieName = () => `${isSecure() ? "__Secure-" : ""}next-auth.session-token`;

/**
 * The session cookie of next-auth for somebody who has just signed in, for forms that work without scripts: next-auth's
 * own form needs one to fetch a token first. Name and content are those its handler writes.
 */
export async function sessionCookie(user: {
  id: string;
  name: string;
  identity: SessionIdentity;
}): Promise<SessionCookie> {
  const { SESSION_SECONDS: maxAge } = env();
  return {
    name: sessionCookieName(),
    value: await encode({
      token: { sub: user.id, name: user.name, identity: user.identity },
      secret: sessionSecret(),
      maxAge,
    }),
    options: { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure(), maxAge },
  };
}
