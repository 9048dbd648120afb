import type { ReactNode } from "react";
import { SiteLink } from "@/components/ui/site-link";

interface EntryProps {
  href: string;
  name: string;
  about: string | undefined;
  /** Language of `about`, where it is not the page's. */
  lang?: string | undefined;
}

/** A list of documents, each with what it is about. */
export function EntryList({ lang, children }: { lang?: string; children: ReactNode }) {
  return (
    <ul lang={lang} className="*:border-b *:border-line *:py-3">
      {children}
    </ul>
  );
}

export function Entry({ href, name, about, lang }: EntryProps) {
  return (
    <li>
      <SiteLink className="link text-16 font-semibold to-720:inline-block to-720:py-1.5" href={href}>
        {name}
      </SiteLink>
      <p className="max-w-[68ch] text-14 text-ink-2" lang={lang}>
        {about}
      </p>
    </li>
  );
}
