import { notFound, redirect } from "next/navigation";
import { setRequestLocale } from "next-intl/server";
import { currentActor } from "@/lib/auth/current-actor";
import { localizedPath } from "@/lib/i18n/paths";
import { readPublication, type PublicationView } from "@/lib/publishing/get-publication";
import { previewVersion, type VersionPreview } from "@/lib/registry/preview-version";

export interface StepProps {
  params: Promise<{ locale: string; publicationId: string }>;
  searchParams: Promise<{ problem?: string }>;
}

export interface LoadedPublication {
  locale: string;
  accountId: string;
  publication: PublicationView;
  preview: VersionPreview;
  problem: string | undefined;
}

/** The package under way that a step is about; whoever is not signed in is asked to, another account finds nothing. */
export async function loadPublication(
  { params, searchParams }: StepProps,
  step: string,
): Promise<LoadedPublication> {
  const { locale, publicationId } = await params;
  setRequestLocale(locale);
  const actor = await currentActor();
  const back = encodeURIComponent(`/publish/steps/${publicationId}/${step}`);
  if (!actor) redirect(localizedPath(locale, `/sign-in?return=${back}`));
  const { accountId } = actor;
  const publication = await readPublication({ id: publicationId, accountId });
  if (!publication) notFound();
  const { package: skillPackage, priceLamports } = publication;
  const preview = await previewVersion({ accountId, package: skillPackage, priceLamports });
  return { locale, accountId, publication, preview, problem: (await searchParams).problem };
}
