import { signInPath } from "@/lib/web/auth/safe-return";
import { redirect } from "next/navigation";
import { recallWritten } from "@/app/[locale]/form-outcome";
import type { PageProps } from "@/app/[locale]/page-props";
import type { CreatorFrameProps } from "@/components/dashboard/dashboard-frame";
import { currentActor } from "@/lib/web/auth/current-actor";
import { listOwnDrafts, type OwnDraft } from "@/lib/publishing/drafts/own-drafts";
import type { Actor } from "@/lib/identity/actor";
import { countWaiting } from "@/lib/moderation/list-waiting";
import { getOwnedCounts } from "@/lib/catalogue/dashboard/get-dashboard";

interface Creator<Query> {
  actor: Actor;
  /** What the address asks. */
  query: Query;
  locale: string;
  drafts: OwnDraft[];
  /** What the frame of the dashboard's pages shows of the creator. */
  frame: Pick<CreatorFrameProps, "username" | "address" | "waiting" | "counts">;
}

/**
 * Who looks at a page of the dashboard, with what its navigation counts, and what was written into a form of it that was
 * refused recalled; others are led to sign in.
 */
export async function loadCreator<Query>(
  { params, searchParams }: PageProps<Query>,
  path: string,
): Promise<Creator<Query>> {
  const { locale } = await params;
  const actor = await currentActor();
  if (!actor) redirect(signInPath(locale, path));
  const { username, address, role } = actor;
  const [counts, drafts, waiting] = await Promise.all([
    getOwnedCounts(actor.accountId),
    listOwnDrafts(actor),
    role === "administrator" ? countWaiting(actor) : null,
  ]);
  await recallWritten();
  const { skills, agents, keys } = counts;
  return {
    actor,
    query: await searchParams,
    locale,
    drafts,
    frame: {
      username,
      address,
      waiting: waiting && waiting.overview + waiting.audits + waiting.reports,
      counts: { skills, drafts: drafts.length, agents: agents + keys },
    },
  };
}
