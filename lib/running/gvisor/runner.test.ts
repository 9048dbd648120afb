import { describe, expect, it } from "vitest";
import { imagesForAnybody } from "../testing/as-ordinary-user";
import { TEST_IMAGES } from "../testing/attacks";
import { describeContainment } from "../testing/containment-suite";
import { jobOf, textFile } from "../testing/jobs";
import { whyNoGvisor } from "../testing/find-gvisor";
import { describeRunner } from "../testing/runner-contract";
import { GvisorRunner } from "@/lib/running/gvisor/runner";

// gVisor is an option of the operator. Where it is not tried the result says so.
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
