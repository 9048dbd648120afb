import { signInPath } from "@/lib/web/auth/safe-return";
import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import type { WizardStep } from "@/components/publish/wizard-frame";
import { currentActor } from "@/lib/web/auth/current-actor";
import { readPublication, type PublicationView } from "@/lib/publishing/publications/read-publication";
import { ranAtOf } from "@/lib/publishing/publications/publication";
import { findLastPrice } from "@/lib/catalogue/prices/prices";
import { isMaintained } from "@/lib/registry/publishers/get-publisher";
import { previewVersion, type VersionPreview } from "@/lib/publishing/preview-version";

export interface StepProps {
  params: Promise<{ locale: string; publicationId: string }>;
  searchParams: Promise<{ problem?: string; field?: string; confirmed?: string; saved?: string }>;
}

interface LoadedPublication {
  locale: string;
  accountId: string;
  publication: PublicationView;
  /** What the skill costs, which a version does not change; null while nothing of it is listed. */
  keptPrice: bigint | null;
  preview: VersionPreview;
  problem: string | undefined;
  /** Name of the field that was wrong. */
  field: string | undefined;
  /** The skill is another account's, or a new one of an organisation: price and payee may be for others to decide. */
  maintains: boolean;
  /** The reader comes back from confirming that it is them. */
  confirmed: boolean;
}

/** The package under way that a step is about; whoever is not signed in is asked to, another account finds nothing. */
export async function loadPublication(
  { params, searchParams }: StepProps,
  step: string,
): Promise<LoadedPublication> {
  const { locale, publicationId } = await params;
  const actor = await currentActor();
  if (!actor) redirect(signInPath(locale, `/publish/steps/${publicationId}/${step}`));
  const { accountId } = actor;
  const publication = await readOwn(publicationId, accountId);
  if (!publication) notFound();
  const { slug, priceLamports } = publication;
  const organisation = publication.organisation ?? undefined;
  const [keptPrice, preview, maintains] = await Promise.all([
    findLastPrice({ accountId, slug }),
    previewVersion({
      accountId,
      package: publication.package,
      organisation,
      priceLamports,
      ranAt: ranAtOf(publication),
    }),
    isMaintained({ accountId, slug, organisation }),
  ]);
  const { problem, field, confirmed } = await searchParams;
  const said = { problem, field, confirmed: confirmed === "1" };
  return { locale, accountId, publication, keptPrice, preview, maintains, ...said };
}

/** Read once per request, by the page and its title. */
const readOwn = cache((id: string, accountId: string) => readPublication({ id, accountId }));

/** The title of a step names what is published, so that two of them are told apart in tabs and in what was visited. */
export async function stepMetadata({ params }: StepProps, step: WizardStep): Promise<Metadata> {
  const { locale, publicationId } = await params;
  const [t, actor] = await Promise.all([getTranslations({ locale, namespace: "publish" }), currentActor()]);
  const publication = actor && (await readOwn(publicationId, actor.accountId));
  const name = publication?.slug ? ` · ${publication.slug}` : "";
  return { title: t(`steps.${step}.name`) + name, robots: { index: false } };
}
