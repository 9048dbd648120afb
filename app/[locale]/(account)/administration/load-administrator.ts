import { signInPath } from "@/lib/web/auth/safe-return";
import { notFound, redirect } from "next/navigation";
import type { PageProps } from "@/app/[locale]/page-props";
import type { AdministrationOutcome } from "@/components/administration/administration-frame";
import { recallWritten } from "@/app/[locale]/form-outcome";
import { currentActor } from "@/lib/web/auth/current-actor";
import { countWaiting, listWaiting } from "@/lib/moderation/list-waiting";

/**
 * The administrator who looks, how much waits for one, and what of it is theirs to decide, with what was written into a
 * form that was refused recalled; others are led to sign in, or find nothing here. What may be done is decided in `lib`.
 */
export async function loadAdministrator<Query extends AdministrationOutcome>(
  { params, searchParams }: PageProps<Query>,
  path: string,
) {
  const { locale } = await params;
  const outcome = await searchParams;
  const actor = await currentActor();
  if (!actor) redirect(signInPath(locale, path));
  if (actor.role !== "administrator") notFound();
  await recallWritten(outcome.field);
  const [waiting, cases] = await Promise.all([countWaiting(actor), listWaiting(actor)]);
  return { actor, outcome, cases, frame: { outcome, waiting, next: cases[0] } };
}
