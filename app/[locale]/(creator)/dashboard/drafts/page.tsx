import { unlistedPage } from "@/components/site/page-metadata";
import { getTranslations } from "next-intl/server";
import { declineDraftAction } from "@/app/[locale]/(creator)/dashboard/actions";
import { loadCreator } from "@/app/[locale]/(creator)/load-creator";
import { DashboardFrame } from "@/components/dashboard/dashboard-frame";
import { Note, Empty } from "@/components/ui/note";
import { useTranslations } from "next-intl";
import { ItemList } from "@/components/ui/lists";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import type { OwnDraft } from "@/lib/publishing/drafts/own-drafts";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = unlistedPage("dashboard.drafts");

export default async function DraftsPage(props: PageProps<{ done?: string; problem?: string }>) {
  const {
    drafts,
    frame,
    query: { done, problem },
  } = await loadCreator(props, "/dashboard/drafts");
  const t = await getTranslations("dashboard.drafts");
  return (
    <DashboardFrame {...frame} entry="drafts" path="/dashboard/drafts" title={t("title")} lead={t("lead")}>
      <div className="mt-6" role="status">
        {done ? <Note tone="ok" title={t("declined")} /> : null}
        {problem ? <Note tone="bad" title={t("gone")} /> : null}
      </div>
      <DraftList drafts={drafts} decline={declineDraftAction} />
    </DashboardFrame>
  );
}

interface DraftListProps {
  drafts: readonly OwnDraft[];
  decline: (form: FormData) => Promise<void>;
}

/** Drafts that wait for the person who looks, each with its days left and what can be done. */
function DraftList({ drafts, decline }: DraftListProps) {
  const t = useTranslations("dashboard.drafts");
  if (drafts.length === 0) {
    return (
      <Empty
        title={t("none")}
        actions={
          <SiteLink className="btn" href="/docs/api/uploadDraft">
            {t("how")}
          </SiteLink>
        }
      >
        {t("none-detail")}
      </Empty>
    );
  }
  return (
    <ItemList className="mt-4">
      {drafts.map((draft) => (
        <li key={draft.skillId}>
          <div>
            <h2 className="font-semibold">
              <SiteLink className="hover:underline" href={`/skills/${draft.slug}`}>
                {draft.slug}
              </SiteLink>{" "}
              <span className="mono font-normal text-ink-3">{draft.version}</span>
            </h2>
            <p>{draft.description}</p>
            <p>
              {draft.agent === null ? null : `${t("by", { name: draft.agent })} `}
              {t("uploaded")} <When iso={draft.uploadedAt} as="day" />
            </p>
          </div>
          <div className="grid content-start justify-items-end gap-2">
            <span className="pill pill-warn">{t("days-left", { days: draft.daysLeft })}</span>
            <SiteLink className="btn btn-sm btn-primary" href={draft.claimPath}>
              {t("claim")}
            </SiteLink>
            <details className="text-end">
              <summary className="btn btn-sm btn-quiet">{t("decline")}</summary>
              <form action={decline} className="grid max-w-[36ch] justify-items-end gap-2 pt-2 text-13">
                <p>{t("decline-detail")}</p>
                <input type="hidden" name="skill" value={draft.skillId} />
                <button type="submit" className="btn btn-sm btn-danger">
                  {t("decline-now", { name: draft.slug })}
                </button>
              </form>
            </details>
          </div>
        </li>
      ))}
    </ItemList>
  );
}
