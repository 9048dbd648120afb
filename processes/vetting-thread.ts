import { parentPort } from "node:worker_threads";
import type { SkillPackage } from "@/lib/package";
import { judgePackage } from "@/lib/vetting/judge-package";
import type { ThreadAnswer } from "@/lib/vetting/vetting-thread";

// A thread of the web process: judges the package it is sent and answers, one after the other.
parentPort?.on("message", (skillPackage: SkillPackage) => {
  parentPort?.postMessage(answerFor(skillPackage), []);
});

function answerFor(skillPackage: SkillPackage): ThreadAnswer {
  try {
    return { judgement: judgePackage(skillPackage) };
  } catch (error) {
    return { failure: String(error) };
  }
}
