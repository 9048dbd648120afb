import { useMemo } from "react";
import { isInput } from "@/components/run/form/form-controls";
import { storeText, readText, useStoredText } from "@/components/run/form/stored-text";
import type { Purchase } from "@/components/run/payment/signed-purchase";

interface StoredPurchase {
  purchase: Purchase | null;
  /** Null forgets it. */
  keep: (purchase: Purchase | null) => void;
}

/**
 * The signed purchase of this version that has calls left, kept in this browser: a closed page must not lose what was
 * paid for.
 */
export function useStoredPurchase(slug: string, version: string): StoredPurchase {
  const key = keyOf(slug, version);
  const text = useStoredText(key);
  return useMemo(
    () => ({
      purchase: parse(text),
      keep: (purchase) => storeText(key, purchase && JSON.stringify(purchase)),
    }),
    [key, text],
  );
}

const keyOf = (slug: string, version: string) => `emporion.purchase.${slug}@${version}`;

/**
 * What stood in the form when the kept purchase was signed and its first call is not made yet, as a draft is kept; null
 * for nothing.
 */
export const readPurchased = (slug: string, version: string): string | null =>
  parse(readText(keyOf(slug, version)))?.written ?? null;

// What stands in a browser's storage may have been written by anybody.
function parse(text: string | null): Purchase | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return isPurchase(value) ? value : null;
  } catch {
    return null;
  }
}

function isPurchase(value: unknown): value is Purchase {
  const { quote, accessToken, transaction, calls, made, begun } = (value ?? {}) as Partial<Purchase>;
  return (
    /^\w{1,64}$/.test(String(quote?.id)) && // it stands in addresses
    typeof accessToken === "string" &&
    typeof transaction === "string" &&
    [calls, made].every((count) => count === undefined || (Number.isInteger(count) && count >= 0)) &&
    (begun === undefined || isInput(begun))
  );
}
