import { useTranslations } from "next-intl";
import { SiteLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/slot";
import { When } from "@/components/ui/when";
import { shownDomain } from "@/lib/platform/i18n/format";
import type { SkillDetail } from "@/lib/registry/views";

/** A domain the publisher has proven, and when; it leads to what that means. */
export function PublisherDomain({
  publisher,
  proven: { domain, provenAt },
}: {
  publisher: string;
  proven: SkillDetail["publisherDomains"][number];
}) {
  const t = useTranslations("skill.header");
  const name = (
    <SiteLink className="link" href={`/people/${encodeURIComponent(publisher)}#domains`}>
      {shownDomain(domain)}
    </SiteLink>
  );
  return (
    <span className="wrap-anywhere">
      {t.rich("domain", { name: slot(name), day: slot(<When iso={provenAt} as="day" />) })}
    </span>
  );
}
