import type { Metadata } from "next";
import { SHARE_CARD } from "@/components/marks/share-card";

/**
 * The picture other sites show beside a link, of a skill or of the market; title and text they take are the page's own.
 */
export function shareCard(alt: string, slug?: string): Metadata["openGraph"] {
  const url = slug === undefined ? "/opengraph.png" : `/opengraph.png?skill=${encodeURIComponent(slug)}`;
  return { siteName: "Emporion", type: "website", images: [{ url, ...SHARE_CARD, alt }] };
}
