import type { AuthOptions } from "next-auth";
import type { JWT } from "next-auth/jwt";
import type { OAuthConfig } from "next-auth/providers/oauth";
import Credentials from "next-auth/providers/credentials";
import { z } from "zod";
import type { CameByIssuer } from "@/lib/web/auth/come-by-issuer";
import { nameTokenError, type TokenError } from "@/lib/web/auth/name-token-error";
import type { IssuerClaims } from "@/lib/identity/issuers/decide-claims";
import { readChallengeCookie } from "@/lib/web/auth/challenge-cookie";
import { signInWithPassword } from "@/lib/web/auth/sign-in-with-password";
import { actorOf, signInWithWallet } from "@/lib/web/auth/sign-in-with-wallet";
import { env } from "@/lib/platform/config/env";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import type { SessionIdentity } from "@/lib/identity/accounts/accounts";
import { endSession } from "@/lib/identity/sessions/end-sessions";
import { logger } from "@/lib/kernel/observability/logger";

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

/** Anybody can send a session cookie or an address to return to that cannot be read; it is no event of ours. */
const FAULTS_OF_CALLERS = new Set(["JWT_SESSION_ERROR", "SIGNOUT_ERROR", "INVALID_CALLBACK_URL_ERROR"]);

/** An issuer's answer is somebody else's: what is wrong with it is named, and is no fault of ours. */
const OF_ISSUERS = new Set([
  "OAUTH_CALLBACK_ERROR",
  "OAUTH_CALLBACK_HANDLER_ERROR",
  "OAUTH_PARSE_PROFILE_ERROR",
  "SIGNIN_OAUTH_ERROR",
]);

/** The sign-in by one issuer, for a request that is about it. */
export interface IssuerSignIn {
  provider: OAuthConfig<IssuerClaims>;
  /** Called with the claims of a token that was checked. */
  come: (claims: IssuerClaims) => Promise<CameByIssuer>;
  /** Called with the name of what is wrong with an answer of the issuer. */
  refuse: (fault: TokenError) => void;
}

function messageOf(metadata: unknown): string {
  const { error = metadata } = (metadata ?? {}) as { error?: unknown };
  return error instanceof Error ? error.message : String(error);
}

const MIN_SECRET_CHARACTERS = 32;
const signedAnswer = z.object({ message: z.string(), signature: z.string() });
const typedAnswer = z.object({ email: z.string(), password: z.string() });

/**
 * next-auth with two providers: a Solana wallet's signature over a text that we asked (settlement protocol, section 8),
 * and an e-mail address with its password; and the `issuer` that a request is about. Sessions are signed tokens; `sessionVersion` in them is compared with the
 * account on every use, so they can be ended; a `SessionIdentity.id` in them, so that one can. `onFault` is told why
 * somebody could not be signed in or out who may have sent the right thing, and what was wrong with what they sent:
 * next-auth has one answer for all.
 */
export function authOptions(
  onFault: (error: unknown) => void = () => undefined,
  issuer: IssuerSignIn | null = null,
): AuthOptions {
  return {
    secret: sessionSecret(),
    session: { strategy: "jwt", maxAge: env().SESSION_SECONDS },
    // Else the token of a sign-in is valid for 30 days, however soon its cookie is thrown away.
    jwt: { maxAge: env().SESSION_SECONDS },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    providers: [
      Credentials({
        id: "solana",
        name: "Solana",
        credentials: { message: { type: "text" }, signature: { type: "text" } },
        authorize: (credentials, request) =>
          orRefused(() => authorize(credentials, header(request.headers, "cookie")), onFault),
      }),
      Credentials({
        id: "password",
        name: "Password",
        credentials: { email: { type: "email" }, password: { type: "password" } },
        authorize: (credentials, request) =>
          orRefused(
            () => authorizePassword(credentials, header(request.headers, "x-forwarded-for")),
            onFault,
          ),
      }),
      ...(issuer ? [issuer.provider] : []),
    ],
    callbacks: {
      async signIn({ user, account, profile }) {
        if (account?.type !== "oauth") return true;
        if (issuer === null) return false;
        const came = await reported(() => issuer.come((profile ?? {}) as IssuerClaims), onFault);
        if (!("user" in came)) return false;
        // What `jwt` reads, as `authorize` returns it for the others.
        Object.assign(user, came.user);
        return true;
      },
      async jwt({ token, user }) {
        // `user` is there only at sign-in; it is what `authorize` returned.
        const { identity } = (user ?? {}) as { identity?: SessionIdentity };
        if (identity) return { ...token, identity };
        // Here a token is made longer: a session that has ended would never be over.
        if (await reported(() => actorOf(token.identity), onFault)) return token;
        throw new Error("the session has ended");
      },
      session({ session, token }) {
        return token.identity ? { ...session, identity: token.identity } : session;
      },
      redirect: ({ url, baseUrl }) => staysHere(url, baseUrl),
    },
    events: { signOut: ({ token }) => reported(() => endSessionOf(token), onFault) },
    logger: {
      error(code, metadata) {
        if (code === "INVALID_CALLBACK_URL_ERROR") onFault(invalidCallbackUrl());
        if (OF_ISSUERS.has(code)) return issuer?.refuse(nameTokenError(messageOf(metadata)));
        logger[FAULTS_OF_CALLERS.has(code) ? "debug" : "error"]({ code, metadata }, "next-auth error");
      },
      warn: (code) => logger.debug({ code }, "next-auth warning"),
    },
  };
}

async function authorize(credentials: unknown, cookies: string | undefined) {
  const answer = signedAnswer.safeParse(credentials);
  if (!answer.success) return null;
  const cookie = readChallengeCookie(cookies, env().APP_URL);
  return signInWithWallet({ ...answer.data, cookie });
}

async function authorizePassword(credentials: unknown, forwardedFor: string | undefined) {
  const answer = typedAnswer.safeParse(credentials);
  if (!answer.success) return null;
  return signInWithPassword(answer.data, forwardedFor);
}

/**
 * Null makes next-auth answer 401 and say no more; the reason is for the log. A fault of ours and RATE_LIMITED go to
 * `onFault`: next-auth logs nothing of what is thrown here, and writes its message, with addresses and queries, into
 * the answer.
 */
async function orRefused<User>(
  signIn: () => Promise<User | null>,
  onFault: (error: unknown) => void,
): Promise<User | null> {
  try {
    return await signIn();
  } catch (error) {
    if (isDomainError(error))
      logger.info({ code: error.code, reason: error.details["reason"] }, "sign-in refused");
    if (!isDomainError(error) || isDomainError(error, "RATE_LIMITED")) onFault(error);
    return null;
  }
}

/** What `work` gives; what it throws is told to `onFault` as well, since next-auth only logs it. */
async function reported<Result>(
  work: () => Promise<Result>,
  onFault: (error: unknown) => void,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    onFault(error);
    throw error;
  }
}

/** A token is the last of its session, or not: another may be as old as one that is written now. */
async function endSessionOf({ identity, exp }: JWT): Promise<void> {
  if (identity === undefined) return;
  const lastsUntil = Math.max(Number(exp ?? 0), Date.now() / 1000 + env().SESSION_SECONDS);
  await endSession(identity, new Date(lastsUntil * 1000));
}

const invalidCallbackUrl = () =>
  new DomainError("REQUEST_INVALID", "The address to return to (callbackUrl) is not one. Sign in once more.");

/** Only this site: an address elsewhere would let a link send people away after they signed in. */
function staysHere(url: string, baseUrl: string): string {
  if (!URL.canParse(url, baseUrl)) return baseUrl;
  const target = new URL(url, baseUrl);
  return target.origin === new URL(baseUrl).origin ? target.href : baseUrl;
}

/** The key that sessions are signed with. Throws when it is too short to keep anybody out. */
export function sessionSecret(): string {
  const secret = process.env["NEXTAUTH_SECRET"] ?? "";
  if (secret.length >= MIN_SECRET_CHARACTERS) return secret;
  throw new Error(`NEXTAUTH_SECRET must have at least ${MIN_SECRET_CHARACTERS} characters`);
}

function header(headers: Record<string, unknown> | undefined, name: string): string | undefined {
  const value = headers?.[name];
  return typeof value === "string" ? value : undefined;
}
