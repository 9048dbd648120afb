import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import type { RefusedForm } from "@/lib/web/http/form-flash/refused-form";
import { hashFormKey } from "@/lib/web/http/form-flash/refused-form-key";
import { takeRow } from "@/lib/web/http/repository";
import { unseal } from "@/lib/platform/config/seal";

/**
 * What the key stands for, once: it is gone afterwards. Null for a key that was read before, is too old or never was.
 */
export async function takeRefusedForm(key: string, clock: Clock = systemClock): Promise<RefusedForm | null> {
  const row = await takeRow(database(), hashFormKey(key));
  if (!row || row.expiresAt <= clock.now()) return null;
  try {
    return JSON.parse(unseal("refused forms", row.id, row.sealed)) as RefusedForm;
  } catch {
    return null; // sealed with another server key: the page shows an empty form
  }
}
