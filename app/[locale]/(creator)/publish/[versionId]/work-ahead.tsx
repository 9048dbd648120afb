import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { CheckLines } from "@/components/publish/vetting-checks";
import { Icon, type IconName } from "@/components/ui/icon";
import { RefreshWhile } from "@/components/ui/refresh-while";
import { SectionHead } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/sentences";
import { When } from "@/components/ui/values";
import { getVersionWork, type VersionWork } from "@/lib/catalogue/dashboard/get-version-work";
import type { JobProgress } from "@/lib/platform/jobs/queue";

/** What the market does for a version after it was listed, step by step; nothing where it has nothing to do. */
export async function WorkAhead({ versionId }: { versionId: string }) {
  const [t, { examples, packages }] = await Promise.all([
    getTranslations("publish.live.work"),
    getVersionWork(versionId),
  ]);
  if (examples === null && packages === null) return null;
  const goesOn = [examples?.progress, packages?.progress].some(
    (progress) => progress?.state === "waiting" || progress?.state === "running",
  );
  return (
    <section aria-labelledby="work">
      {goesOn ? <RefreshWhile /> : null}
      <SectionHead
        id="work"
        title={t("title")}
        remark={goesOn ? t("remark") : undefined}
        more={
          goesOn ? (
            <noscript>
              <SiteLink className="link" href={`/publish/${versionId}`}>
                {t("again")}
              </SiteLink>
            </noscript>
          ) : undefined
        }
      />
      <div role="status">
        <CheckLines>
          {examples === null ? null : <Examples {...examples} />}
          {packages === null ? null : (
            <Step progress={packages.progress} icon="check">
              {t(packages.progress === null ? "packages-made" : "packages", { count: packages.count })}
            </Step>
          )}
        </CheckLines>
      </div>
    </section>
  );
}

async function Examples({ total, proven, replayed, progress }: NonNullable<VersionWork["examples"]>) {
  const t = await getTranslations("publish.check.examples");
  if (progress === null && !replayed)
    return (
      <Step progress={null} icon="dot">
        {t("skipped-untold")}
      </Step>
    );
  return (
    <Step progress={progress} icon={proven === total ? "check" : "alert"}>
      {progress === null ? t("done", { proven, total }) : t("ahead")}
    </Step>
  );
}

interface StepProps {
  progress: JobProgress | null;
  /** Stands at a step that is over. */
  icon: IconName;
  children: ReactNode;
}

async function Step({ progress, icon, children }: StepProps) {
  const [t, words] = await Promise.all([
    getTranslations("publish.check"),
    getTranslations("publish.live.work"),
  ]);
  return (
    <li className={progress === null || progress.state === "running" ? undefined : "text-ink-3"}>
      <Icon name={progress === null ? icon : progress.state === "running" ? "hourglass" : "dot"} />
      <span>{children}</span>
      <span className="mono text-12 text-ink-3">
        {progress === null
          ? null
          : progress.state === "later"
            ? words.rich("later", { when: slot(<When iso={progress.at.toISOString()} as="minute" />) })
            : t(progress.state)}
      </span>
    </li>
  );
}
