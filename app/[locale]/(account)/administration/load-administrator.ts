import { notFound, redirect } from "next/navigation";
import { currentActor } from "@/lib/auth/current-actor";
import { localizedPath } from "@/lib/i18n/paths";
import type { Actor } from "@/lib/identity/actor";

export interface AdministrationProps {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ problem?: string; done?: string }>;
}

/** The administrator who looks; others are led to sign in, or find nothing here. What may be done is decided in `lib`. */
export async function loadAdministrator(locale: string, path: string): Promise<Actor> {
  const actor = await currentActor();
  if (!actor) redirect(localizedPath(locale, `/sign-in?return=${path}`));
  if (actor.role !== "administrator") notFound();
  return actor;
}
