import { redirect } from "next/navigation";
import { readJoining, deleteJoining } from "@/lib/web/auth/joining-cookie";
import { safeReturn } from "@/lib/web/auth/safe-return";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { preferredLocale } from "@/lib/platform/i18n/page-language";
import { findJoining, joinByMail, type Joined } from "@/lib/identity/registration/joining";
import { cookies } from "next/headers";
import { sessionCookie } from "@/lib/web/auth/session-cookie";
import { isDomainError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";

/**
 * The link of a mail to somebody who joins or comes back. In the browser that asked for it, it lets in at once and leads
 * to where its person was: the one click is the one in the mail. Anywhere else it leads to a page with a button, because
 * opening a link proves nothing there: scanners of mails and previews open links too and would use it up, and a
 * stranger could have somebody open one that leads into the stranger's own account.
 */
export async function openMailedLink(request: Request): Promise<never> {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get("token") ?? "";
  const [joining, asked] = await Promise.all([findJoining(token), readJoining()]);
  const locale = joining?.locale ?? preferredLocale(request.headers.get("accept-language") ?? undefined);
  const returnTo = safeReturn(searchParams.get("return"), localizedPath(locale, "/dashboard"));
  const isOwn = joining?.state === "ready" && asked?.email === joining.email && !isFetchedAhead(request);
  const joined = isOwn ? await enterByMail(token) : null;
  if (joined) redirect(pathAfterJoining(joined, { locale, returnTo }));
  redirect(`${localizedPath(locale, "/sign-in/mail")}?${new URLSearchParams({ token, return: returnTo })}`);
}

/** A browser that loads ahead what its person may open next has the cookie too. */
const isFetchedAhead = ({ headers }: Request) =>
  /prefetch|prerender/.test(`${headers.get("sec-purpose")} ${headers.get("purpose")}`);

/** Where somebody goes on who was let in: whoever is new is asked for a name first. */
export const pathAfterJoining = (
  { isNew }: Pick<Joined, "isNew">,
  { locale, returnTo }: { locale: string; returnTo: string },
): string =>
  isNew ? `${localizedPath(locale, "/sign-in/name")}?${new URLSearchParams({ return: returnTo })}` : returnTo;

/**
 * Signs this browser in with the token of a mailed link, for the answer of an action or a route; null, and nothing
 * changed, where the link does not work (any more).
 */
export async function enterByMail(token: string): Promise<Joined | null> {
  const joined = await joinByMail(token).catch((error: unknown) => {
    if (isDomainError(error, "CLAIM_TOKEN_INVALID")) return null;
    throw error;
  });
  if (!joined) return null;
  const { accountId, username, sessionVersion, isOnlyWayIn } = joined;
  const confirmed = { at: isOnlyWayIn ? Date.now() : 0, wallet: null };
  const identity = { id: newId("ses"), accountId, address: null, sessionVersion, confirmed };
  const { name, value, options } = await sessionCookie({ id: accountId, name: username, identity });
  (await cookies()).set(name, value, options);
  await deleteJoining();
  return joined;
}
