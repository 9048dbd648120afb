import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { TEST_IMAGES } from "../testing/attacks";
import { jobOf, textFile } from "../testing/jobs";
import { describeRunner } from "../testing/runner-contract";
import { GvisorRunner } from "./runner";

// gVisor is an option of the operator: where it is not installed there is nothing to contain.
if (fs.existsSync("/usr/bin/runsc")) {
  describeRunner(() => new GvisorRunner({ imageDirectory: TEST_IMAGES }), { isolation: "gvisor" });
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
