import { closeDatabase } from "@/lib/db/client";
import { env } from "@/lib/platform/config/env";
import { drainJobs } from "@/lib/platform/jobs/work";
import { marketHandlers } from "@/lib/duties/market-handlers";
import { seedCatalogue } from "@/lib/publishing/seed-catalogue";
import { currentRunner } from "@/lib/running/runners/current-runner";
import { joinOrEnd } from "./join-or-end";
import { loadConfig } from "./load-config";
import { closeSchemaThread } from "@/lib/running/contract/json-schema";

loadConfig(["DATABASE_URL"]);
await joinOrEnd();
// Puts the starter catalogue into a new local market. A market on a real chain starts empty.
if (env().localLedger) {
  const { published, sealed, locked } = await seedCatalogue("prisma/catalogue", () =>
    drainJobs(marketHandlers),
  );
  if (published > 0)
    console.log(
      `starter catalogue: ${published} skills published, ${sealed} sealed, ${locked} with a deposit`,
    );
}
await currentRunner().close();
await closeSchemaThread();
await closeDatabase();
