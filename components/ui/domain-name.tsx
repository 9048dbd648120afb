import { shownDomain } from "@/lib/platform/i18n/format";

/** A domain in bold; one that is shown in another script has its form in the DNS beside it, which nothing else has. */
export function DomainName({ domain }: { domain: string }) {
  const shown = shownDomain(domain);
  return (
    <>
      <b className="font-semibold text-ink">{shown}</b>
      {shown === domain ? null : <span className="font-mono text-13"> ({domain})</span>}
    </>
  );
}
