import { DomainError } from "@/lib/kernel/errors";
import { MAX_LAMPORTS } from "@/lib/skill-format";
import { ungroupDigits } from "@/lib/platform/i18n/format";

/** Digits, grouped in threes or not; null for an empty text. Throws REQUEST_INVALID, which names the member. */
export function readPrice(written: string, pointer: string): bigint | null {
  const digits = ungroupDigits(written);
  if (digits === "") return null;
  const price = /^\d{1,20}$/.test(digits) ? BigInt(digits) : null;
  if (price === null || price > MAX_LAMPORTS)
    throw new DomainError("REQUEST_INVALID", `A price is a whole number of lamports, 0 to ${MAX_LAMPORTS}.`, {
      details: { errors: [{ pointer, detail: "a whole number of lamports expected" }] },
    });
  return price;
}
