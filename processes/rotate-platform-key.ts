import fs from "node:fs";
import { parseArgs } from "node:util";
import { writeKeyAdvisory } from "@/lib/advisories/write-advisory";
import { systemClock } from "@/lib/kernel/clock";
import { readReason } from "@/lib/kernel/read-reason";
import { closeDatabase } from "@/lib/db/client";
import { platformKey, platformKeyFile } from "@/lib/log/attestation/platform-key";
import { makeCurrent, rotateKey, type AtRotation } from "@/lib/log/attestation/keys/keys";
import { loadConfig } from "./load-config";

// `npm run rotate-platform-key [-- FILE]`: another key for receipts and the log: that of PLATFORM_KEY where it is set,
// else the one in FILE (a former one, to return to), else a new one. The former stays published, with an end. With
// `--leaked "REASON"` others may know the former: everybody is told so by an advisory.
loadConfig(["DATABASE_URL"], { of: "command" });
const { values, positionals } = parseArgs({
  options: { leaked: { type: "string" } },
  allowPositionals: true,
});
const [given] = positionals;
const reason = values.leaked === undefined ? null : readReason(values.leaked);
const also: AtRotation | undefined =
  reason === null ? undefined : (db, keyId, now) => writeKeyAdvisory(db, { keyId, reason }, now);
const fromSetting = Boolean(process.env["PLATFORM_KEY"]);
if (fromSetting && given !== undefined) {
  console.error("This market is given its key as PLATFORM_KEY: change that value and leave the file out.");
  process.exitCode = 2;
} else if (given !== undefined && !fs.existsSync(given)) {
  console.error(`There is no file ${given}: name the PEM of the key to return to, or nothing for a new key.`);
  process.exitCode = 2;
} else {
  const { from, to } = fromSetting ? await publishSetting() : await rotateFile();
  const former = from === null || from === to ? "" : ` ${from} stays published, and ends in an hour.`;
  console.log(`Receipts and checkpoints are signed with ${to} from now on.${former}`);
  if (former && fromSetting) console.log("Restart every process with this PLATFORM_KEY before that.");
}
await closeDatabase();

async function publishSetting() {
  const to = platformKey().keyId;
  return { from: await makeCurrent(to, systemClock), to };
}

function rotateFile() {
  const pem = given === undefined ? {} : { pem: fs.readFileSync(given, "utf8") };
  return rotateKey({ file: platformKeyFile(), also, ...pem }, systemClock);
}
