import { cookies } from "next/headers";
import type { AuthOptions } from "next-auth";
import { logger } from "@/lib/kernel/observability/logger";
import { isDomainError } from "@/lib/kernel/errors";
import { env } from "@/lib/platform/config/env";
import type { SignInIssuer } from "@/lib/platform/config/setting-forms";
import { isLocale, localizedPath } from "@/lib/platform/i18n/paths";
import { DEFAULT_LOCALE } from "@/lib/platform/i18n/routing";
import { authOptions } from "@/lib/web/auth/auth-options";
import { comeByIssuer, type CameByIssuer } from "@/lib/web/auth/come-by-issuer";
import { currentActor } from "@/lib/web/auth/current-actor";
import { issuerProvider } from "@/lib/web/auth/issuer-provider";
import { deleteLinking, readLinking } from "@/lib/web/auth/linking-cookie";
import { pathAfterJoining } from "@/lib/web/auth/mailed-links";
import { safeReturn } from "@/lib/web/auth/safe-return";
import { subscriberOfStamped } from "@/lib/web/http/client-address";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";
import { problemResponse } from "@/lib/web/http/problems/problem";

type Handle = (options: AuthOptions) => Promise<Response>;

/**
 * next-auth's answer to a step of the sign-in by an issuer. Whoever is refused is led to a page that names the reason,
 * whoever is new to where they are asked for a name, and whoever has linked the issuer to the settings.
 */
export async function answerByIssuer(
  request: Request,
  { setting, action }: { setting: SignInIssuer; action: "signin" | "callback" },
  handle: Handle,
): Promise<Response> {
  try {
    const address = subscriberOfStamped(request.headers.get("x-forwarded-for"));
    await consumeRateLimit(REQUEST_LIMITS.signIn, address);
  } catch (error) {
    if (isDomainError(error)) return problemResponse(error);
    throw error;
  }
  const returnTo = safeReturn(pathOf(await readCallbackUrl()), "/dashboard");
  const first = returnTo.split(/[/?#]/)[1];
  const locale = isLocale(first) ? first : DEFAULT_LOCALE;
  const linking = await readLinking();
  const isLinking = linking?.issuer === setting.id;
  const actor = isLinking ? await currentActor() : null;
  const links = actor !== null && actor.accountId === linking?.accountId ? actor : null;
  const faults: unknown[] = [];
  let refused: string | null = null;
  let came: CameByIssuer | null = null;
  const answer = await issuerProvider(setting).then(
    (provider) =>
      handle(
        authOptions((fault) => faults.push(fault), {
          provider,
          refuse: (fault) => (refused = fault),
          async come(claims) {
            // Whoever asked to link it and is signed in no more is not signed in to something else instead.
            came =
              isLinking && links === null
                ? { refused: "unconfirmed" }
                : await comeByIssuer(setting, claims, { links, locale });
            return came;
          },
        }),
      ),
    (error: unknown) => {
      logger.warn({ err: error, issuer: setting.id }, "an issuer cannot be asked about itself");
      refused = "unavailable";
      return new Response(null, { status: 302 });
    },
  );
  if (action === "callback" && linking) await deleteLinking();
  if (faults.length > 0) return problemResponse(faults[0]);
  const to = leadsTo(came, refused, {
    issuer: setting.id,
    isLinking: links !== null,
    locale,
    returnTo,
  });
  if (to.reason !== null)
    logger.info({ issuer: setting.id, reason: to.reason }, "sign-in by an issuer refused");
  if (to.path !== null) answer.headers.set("location", new URL(to.path, env().APP_URL).href);
  return answer;
}

interface Place {
  issuer: string;
  isLinking: boolean;
  locale: string;
  returnTo: string;
}

/** Where the browser goes, null for where next-auth leads it, and why it was refused. */
function leadsTo(
  came: CameByIssuer | null,
  fault: string | null,
  { issuer, isLinking, locale, returnTo }: Place,
): { path: string | null; reason: string | null } {
  const reason = came !== null && "refused" in came ? came.refused : fault;
  if (reason !== null) {
    const page = localizedPath(locale, isLinking ? "/settings" : "/sign-in");
    const anchor = isLinking ? "#issuers" : "";
    const query = new URLSearchParams({
      refused: reason,
      issuer,
      ...(isLinking ? {} : { return: returnTo }),
    });
    return { path: `${page}?${query}${anchor}`, reason };
  }
  if (came !== null && "linked" in came)
    return { path: `${localizedPath(locale, "/settings")}?done=issuers#issuers`, reason };
  const isNew = came !== null && "user" in came && came.isNew;
  return { path: isNew ? pathAfterJoining({ isNew }, { locale, returnTo }) : null, reason };
}

/** Where next-auth leads whoever it lets in, as it was stored when they set out. */
async function readCallbackUrl(): Promise<string | null> {
  const prefix = env().APP_URL.startsWith("https:") ? "__Secure-" : "";
  return (await cookies()).get(`${prefix}next-auth.callback-url`)?.value ?? null;
}

/** The path of an address of this site; null for another one. */
function pathOf(address: string | null): string | null {
  if (address === null || !URL.canParse(address, env().APP_URL)) return null;
  const { origin, pathname, search } = new URL(address, env().APP_URL);
  return origin === new URL(env().APP_URL).origin ? pathname + search : null;
}
