import os from "node:os";
import path from "node:path";
import { isReachableByOthers } from "@/lib/running/bubblewrap/prepare-sandbox";
import { prepareImages } from "@/lib/running/images/runtime-images";
import type { ProbeResult } from "@/lib/running/runners/skill-runner";
import { HOSTILE_FIXTURE, TEST_IMAGES } from "./attacks";
import type { Answer, Surroundings } from "./containment";
import { runApart } from "./run-apart";

/** A runner that a program of its own can make: the file that exports its class, and what it is made with. */
export interface RunnerRecipe {
  readonly file: string;
  readonly className: string;
  readonly options: object;
}

export interface OrdinaryAnswers {
  readonly uid: number;
  readonly probe: ProbeResult;
  readonly answers: Record<string, Answer>;
  readonly afterwards: { readonly moreDescriptors: number; readonly children: readonly string[] };
}

/** Tries all probes from a process of the user nobody, with a descriptor of somebody else's open, and from a bundle. */
export async function tryAsOrdinaryUser(
  { file, className, options }: RunnerRecipe,
  around: Surroundings,
): Promise<OrdinaryAnswers> {
  const entry = `
    import fs from "node:fs";
    import { ${className} } from ${JSON.stringify(path.resolve("lib/running", file))};
    import { tryProbes } from ${JSON.stringify(path.join(import.meta.dirname, "try-probes.ts"))};
    const runner = new ${className}(${JSON.stringify(options)});
    const probe = await runner.probe();
    if (!probe.ok) throw new Error(probe.reason);
    const descriptors = () => fs.readdirSync("/proc/self/fd").length;
    const before = descriptors();
    const around = { ...${JSON.stringify(around)}, hostPid: process.pid };
    const answers = await tryProbes(runner, around, fs.readFileSync(process.argv[2]));
    await runner.close();
    // A connection that was let go takes its moment to be gone.
    for (let waited = 0; descriptors() > before && waited < 5000; waited += 100)
      await new Promise((resolve) => setTimeout(resolve, 100));
    const children = fs.readFileSync("/proc/self/task/" + process.pid + "/children", "utf8").split(" ").filter(Boolean);
    const afterwards = { moreDescriptors: Math.max(0, descriptors() - before), children };
    console.log(JSON.stringify({ uid: process.getuid(), probe, answers, afterwards }));
  `;
  return runApart<OrdinaryAnswers>(entry, { asNobody: true, file: HOSTILE_FIXTURE });
}

/**
 * The runtime images of the tests, in a place where everybody can reach them even when a closed folder is above ours.
 */
export async function imagesForAnybody(): Promise<string> {
  const images = await prepareImages(TEST_IMAGES, process.execPath);
  if (images && isReachableByOthers(path.join(images.python3.root, "usr/bin/bash"))) return TEST_IMAGES;
  const directory = path.join(os.tmpdir(), "emporion-runtime-images");
  await prepareImages(directory, process.execPath);
  return directory;
}
