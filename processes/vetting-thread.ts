import { parentPort } from "node:worker_threads";
import { scanPackage } from "@/lib/vetting/scan-package";
import type { ThreadAnswer, ThreadQuestion } from "@/lib/vetting/vetting-thread";

// A thread of the web process, and of each worker: judges the package it is sent and answers, one after the other.
parentPort?.on("message", (question: ThreadQuestion) => {
  void answerFor(question).then((answer) => parentPort?.postMessage(answer, []));
});

async function answerFor({ skillPackage, options }: ThreadQuestion): Promise<ThreadAnswer> {
  try {
    return { judgement: await scanPackage(skillPackage, options) };
  } catch (error) {
    return { failure: String(error) };
  }
}
