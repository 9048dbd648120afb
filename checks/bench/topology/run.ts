// `npm run topology [-- --only NAME[,NAME…]]`: a market on several machines, with every part a real one, of which one
// after the other is broken while people buy. Prints a table; ends with 1 when a row did not hold what it promises.
import process from "node:process";
import { parseArgs } from "node:util";
import { Stop } from "@/scripts/explain";
import { prepareCode } from "@/scripts/setup";
import { Place } from "./parts/place";
import { NAMES, play } from "./play";
import { printOutcomes } from "./print-outcomes";
import { findBroken } from "./rows/row";
import { bringUp } from "./topology";

const { only } = parseArgs({ options: { only: { type: "string" } } }).values;
const asked = only?.split(",") ?? NAMES;
const unknown = asked.find((name) => !NAMES.includes(name));
if (unknown !== undefined)
  throw new Stop(
    `There is no row ${unknown}: npm run topology -- --only NAME with one of ${NAMES.join(", ")}.`,
  );

const startedAt = performance.now();
const say = (what: string) =>
  console.log(`[${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s] ${what}`);
const place = new Place();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, () => void place.stop().then(() => process.exit(1)));
try {
  await prepareCode({ build: true });
  const topology = await bringUp(place, say);
  const outcomes = await play(topology, asked, say);
  printOutcomes(outcomes);
  const broken = outcomes.flatMap(findBroken);
  if (broken.length > 0) {
    place.keepLogs();
    throw new Stop(broken.join("\n"), 1);
  }
} catch (error) {
  if (!(error instanceof Stop)) place.keepLogs();
  throw error;
} finally {
  await place.stop();
}
