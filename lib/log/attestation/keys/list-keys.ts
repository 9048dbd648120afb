import { database } from "@/lib/db/client";
import { listPublishedKeys, type PublishedKey } from "@/lib/log/attestation/keys/repository";

/** Every key this market signs with or did, the one in use first. Reading it changes nothing. */
export const listKeys = (): Promise<PublishedKey[]> => listPublishedKeys(database());
