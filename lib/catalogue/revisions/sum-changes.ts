import { database } from "@/lib/db/client";
import { sumRows } from "@/lib/catalogue/revisions/repository";

/** Keeps the reading of a revision as cheap as it is: a scope that changed often has one row again afterwards. */
export async function sumChanges(): Promise<void> {
  await sumRows(database());
}
