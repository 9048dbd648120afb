import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { publicationNotFound } from "@/lib/publishing/publications/change-source";
import { ungroupDigits } from "@/lib/i18n/ungroup-digits";
import { LISTINGS, type Listing } from "@/lib/publishing/publications/publication";
import { setTerms, type Whose } from "@/lib/publishing/publications/repository";
import { MAX_LAMPORTS } from "@/lib/skill-format";

/**
 * Keeps what a call is to cost and how the version is to be listed. A price of null leaves it to the file, or to
 * nothing. Throws REQUEST_INVALID, PUBLICATION_NOT_FOUND.
 */
export async function setPublicationTerms(
  where: Whose,
  { price, listing }: { price: string; listing: string },
  clock: Clock = systemClock,
): Promise<void> {
  const priceLamports = readPrice(price);
  if (!isListing(listing)) throw new DomainError("REQUEST_INVALID", "Choose how the version is listed.");
  if (!(await setTerms(database(), where, { priceLamports, listing, now: clock.now() })))
    throw publicationNotFound();
}

/** Digits, grouped in threes or not; empty is no price of one's own. */
function readPrice(written: string): bigint | null {
  const digits = ungroupDigits(written);
  if (digits === "") return null;
  const price = /^\d{1,20}$/.test(digits) ? BigInt(digits) : null;
  if (price === null || price > MAX_LAMPORTS)
    throw new DomainError("REQUEST_INVALID", `A price is a whole number of lamports, 0 to ${MAX_LAMPORTS}.`, {
      details: { errors: [{ pointer: "#/price", detail: "a whole number of lamports expected" }] },
    });
  return price;
}

const isListing = (text: string): text is Listing => (LISTINGS as readonly string[]).includes(text);
