import { systemClock, type Clock } from "@/lib/kernel/clock";
import { database } from "@/lib/db/client";
import { KEEP_SECONDS, type RefusedForm } from "@/lib/http/form-flash/refused-form";
import { hashFormKey, newFormKey } from "@/lib/http/form-flash/refused-form-key";
import { insertRefusedForm } from "@/lib/http/repository";
import { seal } from "@/lib/config/seal";

/**
 * Keeps what was written for ten minutes, and returns the one key that reads it. The caller bounds how much that is
 * (`MAX_KEPT_BYTES`) and counts who has how much kept, and gives the key to nobody but the browser that sent the form.
 */
export async function keepRefusedForm(refused: RefusedForm, clock: Clock = systemClock): Promise<string> {
  const key = newFormKey();
  const id = hashFormKey(key);
  const expiresAt = new Date(clock.now().getTime() + KEEP_SECONDS * 1000);
  await insertRefusedForm(database(), {
    id,
    sealed: seal("refused forms", id, JSON.stringify(refused)),
    expiresAt,
  });
  return key;
}
