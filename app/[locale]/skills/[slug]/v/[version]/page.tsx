import { redirect } from "next/navigation";
import { skillPath } from "@/components/skill/links";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { decodeSegment } from "../../load-skill";

interface VersionAddress {
  params: Promise<{ locale: string; slug: string; version: string }>;
}

/** A short address of one version; the page itself takes it as `?version=`, like every other tab. */
export default async function VersionRedirect({ params }: VersionAddress) {
  const { locale, slug, version } = await params;
  redirect(localizedPath(locale, skillPath(decodeSegment(slug), "overview", decodeSegment(version))));
}
