import { unusableSettings } from "@/lib/platform/config/env";
import { replicas } from "@/lib/db/client";

/**
 * Begins to look at the replicas of the settings, which are read from once they are seen to follow the database. One
 * that is away comes later. Throws a sentence (SettingsError) for a server of another database.
 */
export async function joinReplicas(): Promise<void> {
  const { all } = replicas();
  if (all.length === 0) return;
  await replicas().watch();
  const strangers = all.filter(({ leftOut }) => leftOut === "is of another database");
  if (strangers.length > 0)
    throw unusableSettings([
      `DATABASE_REPLICA_URLS names ${strangers.map(({ name }) => name).join(", ")}, which is no replica of DATABASE_URL.`,
    ]);
}
