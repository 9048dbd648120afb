import { permanentRedirect } from "next/navigation";
import { localizedPath } from "@/lib/platform/i18n/paths";

/** The old address of the settings. */
export default async function AccountPage({ params }: { params: Promise<{ locale: string }> }) {
  permanentRedirect(localizedPath((await params).locale, "/settings"));
}
