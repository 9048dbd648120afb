import { useLocale } from "next-intl";
import type { ComponentProps } from "react";
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
