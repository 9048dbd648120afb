import type { ReactNode } from "react";
import { SiteLink } from "@/components/ui/site-link";

interface WishLineProps {
  query: string;
  href: string;
  heading: "h2" | "h3";
  /** How often it was searched for. */
  asked: string;
  /** What is said below it. */
  children: ReactNode;
}

/** A search that found nothing, which is a search again. */
export function WishLine({ query, href, heading: Heading, asked, children }: WishLineProps) {
  return (
    <li>
      <Heading>
        <SiteLink href={href}>{query}</SiteLink>
      </Heading>
      <span className="col-2 row-1 font-mono text-13 leading-[1.7] text-ink-2">
        <span className="font-sans">{asked}</span>
      </span>
      <p>{children}</p>
    </li>
  );
}
