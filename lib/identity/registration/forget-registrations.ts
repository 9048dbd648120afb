import { database } from "@/lib/db/client";
import { deleteRegistrationsBefore } from "@/lib/identity/registration/registrations-repository";

/** Forgets registrations, with the addresses they were sent to, whose link ran out before a moment. */
export function forgetRegistrations(before: Date): Promise<number> {
  return deleteRegistrationsBefore(database(), before);
}
