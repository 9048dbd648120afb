import { addListing, selectListings } from "@/lib/catalogue/core-tools/conversations/repository";
import { database } from "@/lib/db/client";

/** Notes for all processes that the client has asked for the list of tools. */
export const noteListing = (id: string): Promise<void> => addListing(database(), id);

/** How often it has, at any process. */
export const countListings = (id: string): Promise<number> => selectListings(database(), id);
