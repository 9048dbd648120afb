import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { localizedPath } from "@/lib/platform/i18n/paths";

/** Leads whoever is signed in to where they confirm that it is them, and from there to `path`, where they go on. */
export async function leadToConfirmation(path: string): Promise<never> {
  const locale = await getLocale();
  redirect(localizedPath(locale, confirmationPath(localizedPath(locale, path))));
}

/** The address of that page, without a language. */
export const confirmationPath = (returnTo: string) =>
  `/settings/confirm?return=${encodeURIComponent(returnTo)}`;
