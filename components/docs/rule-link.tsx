import { SiteLink } from "@/components/ui/site-link";

/** The code of a finding, which leads to what vetting looks for under it. */
export function RuleLink({ code, className = "" }: { code: string; className?: string }) {
  return (
    <SiteLink className={`link wrap-anywhere ${className}`} href={`/docs/vetting#${code}`}>
      {code}
    </SiteLink>
  );
}
