import type { ReactNode } from "react";
import { SiteLink } from "@/components/ui/site-link";

/** Leads to what waits next for a decision; the key G does the same. One of them stands on a page. */
export function NextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <SiteLink className="btn btn-sm" href={href} data-next-case aria-keyshortcuts="G">
      {children} <kbd aria-hidden="true">G</kbd>
    </SiteLink>
  );
}
