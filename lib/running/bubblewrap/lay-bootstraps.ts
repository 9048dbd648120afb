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
  const directory = makeWorkDirectory("readable");
  const files = {
    python3: path.join(directory.path, "start.py"),
    node: path.join(directory.path, "start.cjs"),
  };
  fs.writeFileSync(files.python3, PYTHON_BOOTSTRAP, { mode: 0o644 });
  fs.writeFileSync(files.node, NODE_BOOTSTRAP, { mode: 0o644 });
  return { files, remove: () => directory.remove() };
}
