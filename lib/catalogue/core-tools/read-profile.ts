import { findProfile } from "@/lib/catalogue/core-tools/repository";
import { database } from "@/lib/db/client";
import type { JsonObject } from "@/lib/running/contract/json-text";

/** The core tool `read`: everything the owner saved, section by section; empty when nothing was. */
export function readProfile(ownerId: string): Promise<JsonObject> {
  return findProfile(database(), ownerId);
}
