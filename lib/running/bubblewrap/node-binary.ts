import fs from "node:fs";
import path from "node:path";
import { makeWorkDirectory } from "./work-directory";

const OTHERS_MAY_ENTER = 0o001;
const OTHERS_MAY_READ_AND_RUN = 0o005;
const COPY = "node";

export interface NodeBinary {
  readonly path: string;
  remove(): void;
}

/**
 * The node that runs us, where the sandbox's user can reach it. A version manager often keeps it in a home directory
 * that only root may enter; then one copy is made for the life of the process (about 100 MB).
 */
export function reachableNode(switchToId: number | null, binary = process.execPath): NodeBinary {
  const real = fs.realpathSync(binary);
  if (switchToId === null || isReachableByOthers(real)) return { path: real, remove: () => undefined };
  const directory = makeWorkDirectory("readable", (place) => {
    fs.copyFileSync(real, path.join(place, COPY), fs.constants.COPYFILE_FICLONE);
    fs.chmodSync(path.join(place, COPY), 0o755);
  });
  return { path: path.join(directory.path, COPY), remove: () => directory.remove() };
}

/** True when a user without any group may run the file: every directory above lets others through. */
export function isReachableByOthers(file: string): boolean {
  if ((fs.statSync(file).mode & OTHERS_MAY_READ_AND_RUN) !== OTHERS_MAY_READ_AND_RUN) return false;
  for (let directory = path.dirname(file); ; directory = path.dirname(directory)) {
    if ((fs.statSync(directory).mode & OTHERS_MAY_ENTER) === 0) return false;
    if (directory === path.dirname(directory)) return true;
  }
}
