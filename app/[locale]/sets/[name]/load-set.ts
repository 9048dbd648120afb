import { cache } from "react";
import { nameInAddress } from "@/app/[locale]/name-in-address";
import { getSet, type SetView } from "@/lib/catalogue/sets/get-set";
import { isDomainError } from "@/lib/kernel/errors";
import { MAX_SET_NAME_CHARACTERS } from "@/lib/registry/sets/save-set";

/** The set of an address, once for each page; null where there is none. */
export const loadSet = cache(async (part: string): Promise<SetView | null> => {
  const name = nameInAddress(part, MAX_SET_NAME_CHARACTERS);
  if (name === null) return null;
  try {
    return await getSet(name);
  } catch (error) {
    if (isDomainError(error, "NOT_FOUND")) return null;
    throw error;
  }
});
