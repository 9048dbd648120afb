import { offThread } from "@/lib/kernel/threads/off-thread";
import { listDifferences, type Promises } from "@/lib/registry/differences/list-differences";

interface Compared {
  before: Promises;
  after: Promises;
}

/** `listDifferences` in a thread: schemas of strangers are held against each other. */
export const compareVersions = offThread("compare-versions", ({ before, after }: Compared) =>
  listDifferences(before, after),
);
