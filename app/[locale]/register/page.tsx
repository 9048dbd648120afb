import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import type { LinkParams } from "@/app/[locale]/drafts/link-params";
import { safeReturn } from "@/lib/web/auth/safe-return";
import { localizedPath } from "@/lib/platform/i18n/paths";

/** An account is opened where one signs in. Mails and bookmarks still name this address. */
export default async function RegisterPage({ searchParams }: { searchParams: LinkParams }) {
  const locale = await getLocale();
  const returnTo = safeReturn((await searchParams)["return"], localizedPath(locale, "/dashboard"));
  redirect(`${localizedPath(locale, "/sign-in")}?${new URLSearchParams({ return: returnTo })}`);
}
