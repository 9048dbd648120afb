import { signInPath } from "@/lib/web/auth/safe-return";
import { redirect } from "next/navigation";
import type { CreatorFrameProps } from "@/components/dashboard/dashboard-frame";
import { currentActor } from "@/lib/web/auth/current-actor";
import { listOwnDrafts, type OwnDraft } from "@/lib/publishing/drafts/own-drafts";
import type { Actor } from "@/lib/identity/actor";
import { countWaiting } from "@/lib/moderation/list-waiting";
import { getOwnedCounts } from "@/lib/catalogue/dashboard/get-dashboard";

interface Creator {
  actor: Actor;
  drafts: OwnDraft[];
  /** What the frame of the dashboard's pages shows of the creator. */
  frame: Pick<CreatorFrameProps, "username" | "address" | "waiting" | "counts">;
}

/** Who looks at a page of the dashboard, with what its navigation counts; others are led to sign in. */
export async function loadCreator(locale: string, path: string): Promise<Creator> {
  const actor = await currentActor();
  if (!actor) redirect(signInPath(locale, path));
  const { username, address, role } = actor;
  const [counts, drafts, waiting] = await Promise.all([
    getOwnedCounts(actor.accountId),
    listOwnDrafts(actor),
    role === "administrator" ? countWaiting(actor) : null,
  ]);
  const { skills, agents, keys } = counts;
  return {
    actor,
    drafts,
    frame: {
      username,
      address,
      waiting: waiting && waiting.overview + waiting.audits + waiting.reports,
      counts: { skills, drafts: drafts.length, agents: agents + keys },
    },
  };
}
