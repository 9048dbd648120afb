// `node dist/migrate.mjs`: applies new migrations, with nothing but the built file, the packages it runs with and the
// folder of the migrations. `npm run migrate` does the same from a checkout.
import { endWith, Stop } from "./explain.ts";
import { migrate } from "./migrate.ts";

try {
  if (!process.env.DATABASE_URL)
    throw new Stop("DATABASE_URL must name the database that is to be migrated.");
  console.log(`${await migrate(process.env.DATABASE_URL, "prisma/migrations")} migration(s) applied`);
} catch (error) {
  endWith(error);
}
