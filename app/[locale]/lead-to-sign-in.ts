import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { storeWritten, type SentForm } from "@/app/[locale]/refused-form";
import { localizedPath } from "@/lib/platform/i18n/paths";

/**
 * Leads whoever sent a form and is signed in no more to where they sign in, and from there back to `path`. The page
 * says that nothing was done, and whether what was written into `sent` waits at the form.
 */
export async function leadToSignIn(path: string, sent?: SentForm): Promise<never> {
  const locale = await getLocale();
  const page = localizedPath(locale, path);
  const kept = sent !== undefined && (await storeWritten(page, sent));
  const why = kept ? "kept" : "ended";
  redirect(localizedPath(locale, `/sign-in?session=${why}&return=${encodeURIComponent(page)}`));
}
