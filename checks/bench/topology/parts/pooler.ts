import type { Database } from "./database";
import type { Place } from "./place";
import { Program } from "./program";
import { fillRecipe } from "./market-settings";

/** PgBouncer in transaction mode, between the market and what leads to the primary. */
export function makePooler(
  place: Place,
  { port, database, databasePort }: { port: number; database: Database; databasePort: number },
): Program {
  const list = fillRecipe("userlist.txt", { DATABASE_PASSWORD: database.password });
  const users = place.file("userlist.txt", list, { ofPostgres: true });
  const recipe = fillRecipe("pgbouncer.ini", {
    "port=5000": `port=${databasePort}`,
    "listen_port = 6432": `listen_port = ${port}`,
    "/etc/pgbouncer/userlist.txt": users,
  });
  const args = [place.file("pgbouncer.ini", recipe, { ofPostgres: true })];
  const { directory, installed } = place;
  const program = new Program({
    name: "pgbouncer",
    command: "pgbouncer",
    args,
    directory,
    user: installed.user,
  });
  place.keep([program]);
  return program;
}
