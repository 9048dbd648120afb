import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { imagesForAnybody } from "../testing/as-ordinary-user";
import { TEST_IMAGES } from "../testing/attacks";
import { describeContainment } from "../testing/containment-suite";
import { jobOf, textFile } from "../testing/jobs";
import { describeRunner } from "../testing/runner-contract";
import { GvisorRunner } from "./runner";

const RUNSC = "/usr/bin/runsc";

// gVisor is an option of the operator. `npm test` installs it where it can; elsewhere the result says that it was
// not tried.
const missing = whyNoGvisor();
if (missing === null) {
  const runner = () => new GvisorRunner({ imageDirectory: TEST_IMAGES });
  describeRunner(runner, { isolation: "gvisor" });
  describeContainment("gVisor", {
    runner,
    recipe: {
      file: "gvisor/runner.ts",
      className: "GvisorRunner",
      options: { imageDirectory: await imagesForAnybody() },
    },
    ownKernel: true,
  });
} else {
  it(`NOT TESTED HERE: gVisor (${missing})`, () => expect(whyNoGvisor()).toBe(missing));
}

describe("a machine without gVisor", () => {
  it("says so, and runs nothing", async () => {
    const none = new GvisorRunner({ imageDirectory: TEST_IMAGES, runscPath: "/nowhere/runsc" });
    expect(await none.probe()).toMatchObject({
      ok: false,
      remedy: expect.stringContaining("runsc") as string,
    });
    const job = jobOf("bash", [textFile("main.sh", "echo {}")]);
    await expect(none.run(job)).rejects.toMatchObject({ code: "RUNNER_UNAVAILABLE" });
    await none.close();
  });
});

/** Why gVisor cannot be tried on this machine; null where it can. Asks gVisor itself, nothing of ours. */
function whyNoGvisor(): string | null {
  if (!fs.existsSync(RUNSC)) return `no ${RUNSC}: sudo apt-get install -y runsc`;
  const { status, stderr } = spawnSync(
    RUNSC,
    ["--platform=ptrace", "--network=none", "--ignore-cgroups", "do", "true"],
    {
      encoding: "utf8",
    },
  );
  return status === 0 ? null : `gVisor does not start here: ${stderr.trim().slice(-200)}`;
}
