import type { Metadata } from "next";
import { SHARE_CARD } from "@/components/share-card/share-card";
import type { SkillDetail } from "@/lib/registry/views";

/** Whose picture: of a skill by its name, an account by its user name, a receipt by its id. */
export type CardOf = { skill: string } | { person: string } | { receipt: string };

/** The address of a picture on the market, in a language. */
export const cardPath = (of: CardOf, locale: string): string =>
  `/opengraph.png?${new URLSearchParams({ ...of, lang: locale })}`;

/**
 * The picture other sites show beside a link, or the market's own where nothing is named; title and text they take are
 * the page's own.
 */
export function shareCard(alt: string, shown?: { of: CardOf; locale: string }): Metadata["openGraph"] {
  const url = shown === undefined ? "/opengraph.png" : cardPath(shown.of, shown.locale);
  return { siteName: "Emporion", type: "website", images: [{ url, ...SHARE_CARD, alt }] };
}

/** Whether a skill has a picture to be shown elsewhere: none that is withdrawn, was rejected or never claimed in time. */
export const hasCard = ({
  withdrawn,
  claimStatus,
  vettingStatus,
}: Pick<SkillDetail, "withdrawn" | "claimStatus" | "vettingStatus">): boolean =>
  !withdrawn && claimStatus !== "expired" && vettingStatus !== "rejected";
