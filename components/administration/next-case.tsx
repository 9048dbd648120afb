import { useTranslations } from "next-intl";
import { CaseAge } from "@/components/administration/case-age";
import { casePath } from "@/components/administration/case-address";
import { NextLink } from "@/components/ui/next-link";
import type { WaitingCase } from "@/lib/moderation/list-waiting";

/** What has waited longest of all kinds, since when, and the way there; nothing where nothing waits. */
export function NextCase({ next }: { next: WaitingCase | undefined }) {
  const t = useTranslations("administration");
  if (!next) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border border-edge bg-surface px-4 py-3">
      <p className="min-w-0 wrap-anywhere">
        {t("next")} <b className="font-semibold">{t(`kind.${next.kind}`)}</b> · {next.name}{" "}
        <span className="text-14 text-ink-2">
          <CaseAge age={next} />
        </span>
      </p>
      <NextLink href={casePath(next)}>{t("openNext")}</NextLink>
    </div>
  );
}
