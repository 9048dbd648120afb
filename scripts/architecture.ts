// `npm run arch`: who may import whom (`.dependency-cruiser.cjs`), and which words no name of a file or an export has.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { bin } from "./setup.ts";

const FOLDERS = ["app", "api", "client", "components", "lib", "processes", "cli", "checks/conformance"];
const NAMED_FOLDERS = [...FOLDERS, "checks", "e2e", "scripts"];

/** Words that hide what a thing is from whoever searches for it, and what the field says. */
const INSTEAD: Readonly<Record<string, string>> = {
  kept: "cached, stored",
  forget: "delete, expire, purge",
  forgets: "deletes, expires, purges",
  forgotten: "deleted, expired, purged",
  sweep: "purge",
  tell: "notify, write, log",
  tells: "notifies, writes, logs",
  told: "notified, written, logged",
  mend: "repair, fix",
  mended: "repaired, fixed",
  seat: "slot",
  seats: "slots",
  fault: "issue, finding, error",
  faults: "issues, findings, errors",
  doubt: "finding, hold",
  doubts: "findings, holds",
  sighting: "finding",
  peek: "get, find",
  whom: "the role: payer, payee, owner, actor",
};

/** The old words in a name, each with what to say instead; names are kebab-case or camelCase. */
export function findOldWords(name: string): string[] {
  const words = name.split(/[^a-zA-Z]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase());
  return words.flatMap((word) => (Object.hasOwn(INSTEAD, word) ? [`"${word}" (say ${INSTEAD[word]})`] : []));
}

const EXPORTED =
  /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

function listNamed(): { place: string; name: string }[] {
  return NAMED_FOLDERS.flatMap((folder) =>
    fs
      .readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !/node_modules|generated/.test(file))
      .flatMap((file) => {
        const place = path.join(folder, file);
        const text = fs.readFileSync(place, "utf8");
        const exported = [...text.matchAll(EXPORTED)].map(([, name = ""]) => ({ place, name }));
        return [{ place, name: path.basename(file) }, ...exported];
      }),
  );
}

/** Prints what is wrong; true where nothing is. */
export function checkArchitecture(): boolean {
  const cruised = spawnSync(bin("depcruise"), ["--config", ".dependency-cruiser.cjs", ...FOLDERS], {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  const named = listNamed().flatMap(({ place, name }) =>
    findOldWords(name).map((word) => `${place}: ${name} has the word ${word}`),
  );
  for (const line of new Set(named)) console.log(line);
  return cruised.status === 0 && named.length === 0;
}
