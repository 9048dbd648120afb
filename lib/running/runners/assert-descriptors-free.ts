import fs from "node:fs";

/** Both ends of three channels to a child, and what node hears of its start by. */
const NEEDED = 8;

/**
 * Throws EMFILE where there are too few descriptors to start a process. Asked right before: node keeps the channels of
 * a start that fails for it, for good, so that a crowd that is gone would leave the market without any.
 */
export function assertDescriptorsFree(): void {
  const taken: number[] = [];
  try {
    while (taken.length < NEEDED) taken.push(fs.openSync("/dev/null", "r"));
  } finally {
    for (const fd of taken) fs.closeSync(fd);
  }
}
