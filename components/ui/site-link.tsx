import { useLocale } from "next-intl";
import type { ComponentProps, ReactNode } from "react";
import { localizedPath } from "@/lib/platform/i18n/paths";

/**
 * A link inside the site, in the reader's language. A plain anchor on purpose: it works before any script,
 * costs no client code, and does not make the server render every page a list points to.
 */
export function SiteLink({ href, children, ...rest }: Omit<ComponentProps<"a">, "href"> & { href: string }) {
  return (
    <a href={localizedPath(useLocale(), href)} {...rest}>
      {children}
    </a>
  );
}

/** A link in a sentence: `t.rich(key, { skill: linkTo("/skills/a") })`. */
export const linkTo = (href: string) =>
  function Linked(chunks: ReactNode) {
    return (
      <SiteLink className="link" href={href}>
        {chunks}
      </SiteLink>
    );
  };

/** Leads to what waits next for a decision; the key G does the same. One of them stands on a page. */
export function NextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <SiteLink className="btn btn-sm" href={href} data-next-case aria-keyshortcuts="G">
      {children} <kbd aria-hidden="true">G</kbd>
    </SiteLink>
  );
}
