import type { AuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { z } from "zod";
import { readChallengeCookie } from "@/lib/auth/challenge-cookie";
import { signInWithWallet, type SessionIdentity } from "@/lib/auth/sign-in-with-wallet";
import { env } from "@/lib/env";
import { isDomainError } from "@/lib/errors";
import { logger } from "@/lib/observability/logger";

declare module "next-auth" {
  interface Session {
    identity?: SessionIdentity;
  }
}
declare module "next-auth/jwt" {
  interface JWT {
    identity?: SessionIdentity;
  }
}

const MIN_SECRET_CHARACTERS = 32;
const signedAnswer = z.object({ message: z.string(), signature: z.string() });

/**
 * next-auth with one provider: a Solana wallet's signature over a text that we asked (settlement protocol, section 8).
 * Sessions are signed tokens; `sessionVersion` in them is compared with the account on every use, so they can be ended.
 */
export function authOptions(): AuthOptions {
  return {
    secret: sessionSecret(),
    session: { strategy: "jwt", maxAge: env().SESSION_SECONDS },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    providers: [
      Credentials({
        id: "solana",
        name: "Solana",
        credentials: { message: { type: "text" }, signature: { type: "text" } },
        authorize: (credentials, request) => authorize(credentials, cookieHeader(request.headers)),
      }),
    ],
    callbacks: {
      jwt({ token, user }) {
        // `user` is there only at sign-in; it is what `authorize` returned.
        const { identity } = (user ?? {}) as { identity?: SessionIdentity };
        return identity ? { ...token, identity } : token;
      },
      session({ session, token }) {
        return token.identity ? { ...session, identity: token.identity } : session;
      },
      redirect: ({ url, baseUrl }) => staysHere(url, baseUrl),
    },
    logger: {
      // Anybody can send a session cookie that cannot be read; it is no event of ours.
      error: (code, metadata) =>
        logger[code === "JWT_SESSION_ERROR" ? "debug" : "error"]({ code, metadata }, "next-auth error"),
      warn: (code) => logger.debug({ code }, "next-auth warning"),
    },
  };
}

/** Null makes next-auth answer 401 and say no more; the reason is for the log. */
async function authorize(credentials: unknown, cookies: string | undefined) {
  const answer = signedAnswer.safeParse(credentials);
  if (!answer.success) return null;
  const cookie = readChallengeCookie(cookies, env().APP_URL);
  try {
    return await signInWithWallet({ ...answer.data, cookie });
  } catch (error) {
    if (!isDomainError(error)) throw error;
    logger.info({ code: error.code, reason: error.details["reason"] }, "sign-in refused");
    return null;
  }
}

/** Only this site: an address elsewhere would let a link send people away after they signed in. */
function staysHere(url: string, baseUrl: string): string {
  if (!URL.canParse(url, baseUrl)) return baseUrl;
  const target = new URL(url, baseUrl);
  return target.origin === new URL(baseUrl).origin ? target.href : baseUrl;
}

function sessionSecret(): string {
  const secret = process.env["NEXTAUTH_SECRET"] ?? "";
  if (secret.length >= MIN_SECRET_CHARACTERS) return secret;
  throw new Error(`NEXTAUTH_SECRET must have at least ${MIN_SECRET_CHARACTERS} characters`);
}

function cookieHeader(headers: Record<string, unknown> | undefined): string | undefined {
  const value = headers?.["cookie"];
  return typeof value === "string" ? value : undefined;
}
