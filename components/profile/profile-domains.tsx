import { useTranslations } from "next-intl";
import { DomainName } from "@/components/ui/domain-name";
import { SideTitle } from "@/components/ui/side-column";
import { slot } from "@/components/ui/slot";
import { When } from "@/components/ui/when";
import type { ProvenDomain } from "@/lib/identity/domains/own-domains";

/** The domains somebody has proven, each with its day, and what that means; nothing for an account without one. */
export function ProfileDomains({ domains }: { domains: readonly ProvenDomain[] }) {
  const t = useTranslations("profile.domains");
  if (domains.length === 0) return null;
  return (
    <section aria-labelledby="domains" className="pt-5 text-14">
      <SideTitle id="domains">{t("title")}</SideTitle>
      <ul className="grid gap-1 pt-3">
        {domains.map(({ domain, provenAt }) => (
          <li key={domain} className="wrap-anywhere text-ink-2">
            {t.rich("proven", {
              name: slot(<DomainName domain={domain} />),
              day: slot(<When iso={provenAt} as="day" />),
            })}
          </li>
        ))}
      </ul>
      <p className="max-w-[68ch] pt-2 text-13 text-ink-2">{t("meaning")}</p>
    </section>
  );
}
