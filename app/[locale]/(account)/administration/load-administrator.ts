import { notFound, redirect } from "next/navigation";
import { recallWritten } from "@/app/[locale]/refused-form";
import { currentActor } from "@/lib/auth/current-actor";
import { localizedPath } from "@/lib/i18n/paths";
import type { Actor } from "@/lib/identity/actor";
import { countWaiting } from "@/lib/moderation/count-waiting";
import type { Waiting } from "@/lib/moderation/repository";

export interface AdministrationProps {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ problem?: string; done?: string; confirmed?: string }>;
}

/** The administrator who looks, and how much waits for one, with what was written into a form that was refused recalled; others are led to sign in, or find nothing here. What may be done is decided in `lib`. */
export async function loadAdministrator(
  locale: string,
  path: string,
): Promise<{ actor: Actor; waiting: Waiting }> {
  const actor = await currentActor();
  if (!actor) redirect(localizedPath(locale, `/sign-in?return=${path}`));
  if (actor.role !== "administrator") notFound();
  await recallWritten();
  return { actor, waiting: await countWaiting(actor) };
}
