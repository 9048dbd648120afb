import { redirect } from "next/navigation";
import type { CreatorFrameProps } from "@/components/dashboard/dashboard-frame";
import { currentActor } from "@/lib/auth/current-actor";
import { listOwnDrafts, type OwnDraft } from "@/lib/drafts/list-own-drafts";
import { localizedPath } from "@/lib/i18n/paths";
import type { Actor } from "@/lib/identity/actor";
import { getOwnedCounts } from "@/lib/registry/get-dashboard";

interface Creator {
  actor: Actor;
  drafts: OwnDraft[];
  /** What the frame of the dashboard's pages shows of the creator. */
  frame: Pick<CreatorFrameProps, "username" | "address" | "administers" | "counts">;
}

/** Who looks at a page of the dashboard, with what its navigation counts; others are led to sign in. */
export async function loadCreator(locale: string, path: string): Promise<Creator> {
  const actor = await currentActor();
  if (!actor) redirect(localizedPath(locale, `/sign-in?return=${path}`));
  const [counts, drafts] = await Promise.all([getOwnedCounts(actor.accountId), listOwnDrafts(actor)]);
  const { username, address, role } = actor;
  const { skills, agents, keys } = counts;
  return {
    actor,
    drafts,
    frame: {
      username,
      address,
      administers: role === "administrator",
      counts: { skills, drafts: drafts.length, agents: agents + keys },
    },
  };
}
