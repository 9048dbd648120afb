import { parentPort } from "node:worker_threads";
// Each defines operations that are done here.
import "@/lib/platform/blobs/load-package";
import "@/lib/catalogue/git/pack-archive-tree";
import "@/lib/conversion/convert-archive";
import "@/lib/conversion/merge-archives";
import "@/lib/conversion/plugin";
import "@/lib/web/http/read-package-body";
import "@/lib/publishing/check-package";
import "@/lib/publishing/read-package-form";
import "@/lib/publishing/plugins/read-plugin-form";
import "@/lib/publishing/read-upload";
import "@/lib/publishing/check-package";
import "@/lib/registry/differences/compare-versions";
import "@/lib/registry/packages/export-archive";
import { ownThread } from "@/lib/kernel/threads/thread-time";
import type { Ready } from "@/lib/kernel/threads/thread-pool";
import { loadParsers } from "@/lib/vetting/syntax/parsers";
import { answerInThread, type ThreadQuestion } from "@/lib/kernel/threads/off-thread";

// A thread of the web process: reads what strangers sent, one question after the other.
parentPort?.on("message", (question: ThreadQuestion) => {
  void answerInThread(question).then((answer) => parentPort?.postMessage(answer, []));
});
// What loads code is no question's time.
await loadParsers();
parentPort?.postMessage({ thread: ownThread() } satisfies Ready, []);
