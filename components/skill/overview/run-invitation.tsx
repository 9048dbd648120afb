import { useTranslations } from "next-intl";
import { CallPrice } from "@/components/run/payment/call-price";
import { isCalled } from "@/components/run/is-called";
import { NotCalled } from "@/components/run/not-called";
import { SiteLink } from "@/components/ui/site-link";
import type { MedianPrice } from "@/lib/catalogue/prices/find-median-price";
import type { SkillDetail } from "@/lib/registry/views";

interface RunInvitationProps {
  skill: SkillDetail;
  href: string;
  median: MedianPrice | null;
}

/** Where a tab has no run form: what one call costs, and the way to the form. */
export function RunInvitation({ skill, href, median }: RunInvitationProps) {
  const t = useTranslations();
  return (
    <section aria-labelledby="run-title" className="border border-edge bg-surface rounded-1">
      {skill.runnable ? <CallPrice lamports={skill.priceLamports} median={median} /> : null}
      <div className="px-5 pb-5 pt-4">
        <h2 id="run-title" className="mb-3 text-15 font-semibold">
          {t("run.title")}
        </h2>
        {isCalled(skill) ? (
          <SiteLink className="btn btn-primary w-full" href={href}>
            {t("skill.run.go")}
          </SiteLink>
        ) : (
          <NotCalled skill={skill} />
        )}
      </div>
    </section>
  );
}
