import { signInPath } from "@/lib/web/auth/safe-return";
import { notFound, redirect } from "next/navigation";
import { recallWritten } from "@/app/[locale]/form-outcome";
import { currentActor } from "@/lib/web/auth/current-actor";
import type { Actor } from "@/lib/identity/actor";
import { countWaiting, listWaiting, type WaitingCase } from "@/lib/moderation/list-waiting";
import type { Waiting } from "@/lib/moderation/waiting";

/** How the last act went, as the address says it; `field` is what was wrong in a form that was refused. */
interface AdministrationOutcome {
  problem?: string;
  field?: string;
  done?: string;
  /** What was done is about: a skill, an account. */
  about?: string;
  /** What can take it back, where something can. */
  did?: string;
  confirmed?: string;
  /** Of several decided together, those that were not, and by which code each. */
  failed?: string;
  why?: string;
}

export interface AdministrationProps {
  params: Promise<{ locale: string }>;
  searchParams: Promise<AdministrationOutcome>;
}

/**
 * The administrator who looks, how much waits for one, and what of it is theirs to decide, with what was written into a
 * form that was refused recalled; others are led to sign in, or find nothing here. What may be done is decided in `lib`.
 */
export async function loadAdministrator(
  locale: string,
  path: string,
  { field }: AdministrationOutcome,
): Promise<{ actor: Actor; waiting: Waiting; cases: WaitingCase[] }> {
  const actor = await currentActor();
  if (!actor) redirect(signInPath(locale, path));
  if (actor.role !== "administrator") notFound();
  await recallWritten(field);
  const [waiting, cases] = await Promise.all([countWaiting(actor), listWaiting(actor)]);
  return { actor, waiting, cases };
}
