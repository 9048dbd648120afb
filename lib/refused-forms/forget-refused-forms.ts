import { database } from "@/lib/db/client";
import { deleteRowsBefore } from "@/lib/refused-forms/repository";

/** Deletes what no page came to read in its time. */
export function forgetRefusedForms(now: Date): Promise<number> {
  return deleteRowsBefore(database(), now);
}
