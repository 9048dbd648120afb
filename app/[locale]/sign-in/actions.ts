"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { pageLocale, storeWritten } from "@/app/[locale]/form-outcome";
import { textOf, FORM, serverAction } from "@/app/[locale]/server-action";
import { storeJoining, readJoining } from "@/lib/web/auth/joining-cookie";
import { safeReturn } from "@/lib/web/auth/safe-return";
import { subscriberOfStamped } from "@/lib/web/http/client-address";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { requestJoining } from "@/lib/identity/registration/joining";
import { isDomainError } from "@/lib/kernel/errors";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

/** Has the link sent that lets in; without an address, once more to the one that was asked for before. */
export const sendLinkAction = serverAction([FORM], async (form): Promise<void> => {
  const locale = await pageLocale();
  const before = form.has("email") ? null : await readJoining();
  const returnTo = safeReturn(
    before?.returnTo ?? textOf(form, "return"),
    localizedPath(locale, "/dashboard"),
  );
  const page = localizedPath(locale, "/sign-in");
  const query = new URLSearchParams({ return: returnTo });
  const problem = await send({ email: before?.email ?? textOf(form, "email"), locale, returnTo });
  if (problem === null || before) query.set("sent", before ? "again" : "1");
  if (problem !== null) {
    query.set("problem", problem);
    if (!before) await storeWritten(page, { name: "sign-in", form, fields: ["email"] });
  }
  redirect(`${page}?${query}`);
});

/** Null for a mail that is on its way, else the reason. */
async function send(request: Parameters<typeof requestJoining>[0]): Promise<string | null> {
  try {
    await consumeRateLimit(
      REQUEST_LIMITS.join,
      subscriberOfStamped((await headers()).get("x-forwarded-for")),
    );
    const email = await requestJoining(request);
    await storeJoining({ email, returnTo: request.returnTo });
    return null;
  } catch (error) {
    if (isDomainError(error, "RATE_LIMITED")) return "RATE_LIMITED";
    if (isDomainError(error, "REQUEST_INVALID")) return "email";
    throw error;
  }
}
