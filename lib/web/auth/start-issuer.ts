import { cookies } from "next/headers";
import { NextRequest } from "next/server";
import { DomainError, isDomainError } from "@/lib/kernel/errors";
import { env } from "@/lib/platform/config/env";
import { answerNextAuth } from "@/lib/web/auth/answer-next-auth";
import { currentActor } from "@/lib/web/auth/current-actor";
import { findIssuerOfProvider, providerIdOf } from "@/lib/web/auth/issuer-provider";
import { deleteLinking, storeLinking } from "@/lib/web/auth/linking-cookie";
import { safeReturn } from "@/lib/web/auth/safe-return";
import { problemResponse } from "@/lib/web/http/problems/problem";

/**
 * Leads to an issuer, for `/api/sign-in/issuer?id=acme&return=/keys`; with `link=1` its answer links it to the account
 * of who is signed in. A link of our own pages, so that it works without scripts: a form would have to allow the
 * addresses of all issuers (`form-action`). Links of other sites lead nowhere, as they could have somebody link an
 * identity that is not theirs.
 */
export async function startIssuer(request: Request): Promise<Response> {
  try {
    assertOwnPage(request);
    const { searchParams } = new URL(request.url);
    const setting = findIssuerOfProvider(providerIdOf({ id: searchParams.get("id") ?? "" }));
    if (!setting) throw new DomainError("NOT_FOUND", "This market has no such sign-in.");
    await deleteLinking();
    if (searchParams.get("link") === "1") {
      const actor = await currentActor();
      if (!actor) throw new DomainError("AUTH_REQUIRED", "Sign in first.");
      await storeLinking({ accountId: actor.accountId, issuer: setting.id });
    }
    const callbackUrl = safeReturn(searchParams.get("return"), "/dashboard");
    return await post(request, providerIdOf(setting), { callbackUrl });
  } catch (error) {
    if (isDomainError(error)) return problemResponse(error);
    throw error;
  }
}

/** Browsers say of each request which site began it; on plain http only the page itself does. */
function assertOwnPage({ headers }: Request): void {
  const site = headers.get("sec-fetch-site");
  const referrer = headers.get("referer") ?? "";
  const isOwn =
    site === null
      ? URL.canParse(referrer) && new URL(referrer).origin === new URL(env().APP_URL).origin
      : site === "same-origin";
  if (!isOwn) throw new DomainError("REQUEST_INVALID", "Start this sign-in from a page of the market.");
}

/** Sends next-auth the form that its own page would send, with the token that it asks for. */
async function post(request: Request, provider: string, fields: Record<string, string>): Promise<Response> {
  const headers = new Headers(request.headers);
  const csrf = await answerNextAuth(new NextRequest(`${env().APP_URL}/api/auth/csrf`, { headers }), {
    params: Promise.resolve({ nextauth: ["csrf"] }),
  });
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  for (const set of csrf.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    const secure = env().APP_URL.startsWith("https:");
    (await cookies()).set(name, decodeURIComponent(value), {
      httpOnly: true,
      sameSite: "lax",
      path: "/",
      secure,
    });
  }
  headers.set("content-type", "application/x-www-form-urlencoded");
  const body = new URLSearchParams({ ...fields, csrfToken }).toString();
  return answerNextAuth(
    new NextRequest(`${env().APP_URL}/api/auth/signin/${provider}`, { method: "POST", headers, body }),
    { params: Promise.resolve({ nextauth: ["signin", provider] }) },
  );
}
