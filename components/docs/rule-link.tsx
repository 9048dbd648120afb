import { SiteLink } from "@/components/ui/site-link";
import { localizedPath } from "@/lib/platform/i18n/paths";

/** The code of a finding, which leads to what vetting looks for under it. */
export function RuleLink({ code, className = "" }: { code: string; className?: string }) {
  return (
    <SiteLink className={`link wrap-anywhere ${className}`} href={`/docs/vetting#${code}`}>
      {code}
    </SiteLink>
  );
}

/** The address of a dialect's rules in one language, for those of the written ones. */
export function rulesAddress(
  locale: string,
  written: readonly { id: string }[],
): (dialect: string) => string | undefined {
  const ids = new Set(written.map(({ id }) => id));
  return (dialect) => (ids.has(dialect) ? localizedPath(locale, `/docs/dialects/${dialect}`) : undefined);
}
