import { closeDatabase } from "@/lib/db/client";
import { acceptStore } from "@/lib/duties/joining/assert-store";
import { acceptSettings } from "@/lib/duties/joining/compare-settings";
import { loadConfig } from "./load-config";

// `npm run accept-settings`: the settings of this process become those of the market. Processes that have others do
// not start any more; those that run are to be restarted.
loadConfig(["DATABASE_URL"]);
try {
  await acceptStore();
  const changed = await acceptSettings();
  console.log(
    changed.length === 0
      ? "These are the settings of the market already."
      : `Changed: ${changed.join(", ")}. Restart every process with these settings.`,
  );
} catch (error) {
  if (!(error instanceof Error) || error.name !== "SettingsError") throw error;
  console.error(error.message);
  process.exitCode = 1;
}
await closeDatabase();
