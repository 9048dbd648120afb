import { database } from "@/lib/db/client";
import { deleteRowsBefore } from "@/lib/http/form-flash/repository";

/** Deletes what no page came to read in its time. */
export function forgetRefusedForms(now: Date): Promise<number> {
  return deleteRowsBefore(database(), now);
}
