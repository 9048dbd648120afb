import { encode } from "next-auth/jwt";
import { sessionSecret } from "@/lib/auth/auth-options";
import { env } from "@/lib/config/env";
import type { SessionIdentity } from "@/lib/identity/accounts/get-account";

export interface SessionCookie {
  name: string;
  value: string;
  options: { httpOnly: true; sameSite: "lax"; path: "/"; secure: boolean; maxAge: number };
}

/**
 * The session cookie of next-auth for somebody who has just signed in, for forms that work without scripts: next-auth's
 * own form needs one to fetch a token first. Name and content are those its handler writes.
 */
export async function sessionCookie(user: {
  id: string;
  name: string;
  identity: SessionIdentity;
}): Promise<SessionCookie> {
  const { SESSION_SECONDS: maxAge, APP_URL } = env();
  const secure = (process.env["NEXTAUTH_URL"] ?? APP_URL).startsWith("https:");
  return {
    name: `${secure ? "__Secure-" : ""}next-auth.session-token`,
    value: await encode({
      token: { sub: user.id, name: user.name, identity: user.identity },
      secret: sessionSecret(),
      maxAge,
    }),
    options: { httpOnly: true, sameSite: "lax", path: "/", secure, maxAge },
  };
}
