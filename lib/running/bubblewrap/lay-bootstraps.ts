import fs from "node:fs";
import path from "node:path";
import { NODE_BOOTSTRAP } from "./bootstrap/node";
import { PYTHON_BOOTSTRAP } from "./bootstrap/python";
import { makeWorkDirectory } from "./work-directory";

export interface LaidBootstraps {
  readonly files: { readonly python3: string; readonly node: string };
  remove(): void;
}

/** Puts the programs that take a job where the user of a sandbox can read them. */
export function layBootstraps(): LaidBootstraps {
  const filesIn = (place: string) => ({
    python3: path.join(place, "start.py"),
    node: path.join(place, "start.cjs"),
  });
  const directory = makeWorkDirectory("readable", (place) => {
    fs.writeFileSync(filesIn(place).python3, PYTHON_BOOTSTRAP, { mode: 0o644 });
    fs.writeFileSync(filesIn(place).node, NODE_BOOTSTRAP, { mode: 0o644 });
  });
  return { files: filesIn(directory.path), remove: () => directory.remove() };
}
