import { afterAll, describe, expect, it } from "vitest";
import { describeContainment } from "../testing/containment-suite";
import { jobOf, textFile } from "../testing/jobs";
import { findTestEngine } from "../testing/podman-engine";
import { describeRunner } from "../testing/runner-contract";
import { splitFrames } from "./engine-client";
import { DockerRunner } from "@/lib/running/docker/runner";

const job = jobOf("bash", [textFile("main.sh", "echo {}")]);

// An engine is an option of the operator. Podman speaks the same API and needs no daemon of the system's.
const engine = await findTestEngine();
if (typeof engine !== "string") {
  const { socketPath, images } = engine;
  afterAll(() => engine.stop());

  describeRunner(() => new DockerRunner({ socketPath, images }), { isolation: "oci-runc" });

  describeContainment("a container engine", {
    runner: null,
    recipe: { file: "docker/runner.ts", className: "DockerRunner", options: { socketPath, images } },
    ownKernel: false,
    // Engines show containers the figures of the machine.
    open: [
      "looks for the load, the memory and the age of the machine",
      "looks for disks, devices, modules and how busy they are",
    ],
  });

  describe("a declared image", () => {
    it("is used and enforced when the engine has it, and otherwise the receipt says that it was not", async () => {
      const runner = new DockerRunner({ socketPath, images });
      const imageDigest = engine.imageId("bash");
      const enforced = await runner.run({ ...job, imageDigest });
      expect(enforced).toMatchObject({ imageDigest, enforced: { imageEnforced: true } });
      const other = await runner.run({ ...job, imageDigest: `sha256:${"0".repeat(64)}` });
      expect(other).toMatchObject({ imageDigest, enforced: { imageEnforced: false } });
      await runner.close();
    });
  });

  describe("an engine that does not do what it is asked", () => {
    it("is not used: an image that is not there, or gVisor that is asked for and not given", async () => {
      const gvisor = new DockerRunner({ socketPath, images, ociRuntime: "runsc" });
      expect(await gvisor.probe()).toMatchObject({
        ok: false,
        reason: expect.stringContaining("not gVisor") as string,
      });
      await expect(gvisor.run(job)).rejects.toMatchObject({ code: "RUNNER_UNAVAILABLE" });
      await gvisor.close();
      const without = new DockerRunner({ socketPath, images: { ...images, node: "not-there" } });
      expect(await without.probe()).toMatchObject({ ok: false });
      await without.close();
    });
  });
} else {
  it(`NOT TESTED HERE: containers of an engine (${engine})`, () => expect(engine).not.toBe(""));
}

describe("a machine without an engine", () => {
  it("says so, and runs nothing", async () => {
    const images = { python3: "python", node: "node", bash: "bash" };
    const none = new DockerRunner({ socketPath: "/nowhere/engine.sock", images });
    expect(await none.probe()).toMatchObject({
      ok: false,
      remedy: expect.stringContaining("DOCKER_SOCKET") as string,
    });
    await expect(none.run(job)).rejects.toMatchObject({ code: "RUNNER_UNAVAILABLE" });
    await none.close();
  });
});

it("frames are put together wherever the stream was cut", () => {
  const frame = (stream: number, text: string) => {
    const head = Buffer.alloc(8);
    head[0] = stream;
    head.writeUInt32BE(Buffer.byteLength(text), 4);
    return Buffer.concat([head, Buffer.from(text)]);
  };
  const whole = Buffer.concat([frame(1, "one"), frame(2, ""), frame(2, "two"), frame(1, "안녕")]);
  for (let size = 1; size <= whole.length; size++) {
    const seen = { stdout: "", stderr: "" };
    const take = splitFrames((stream, bytes) => (seen[stream] += bytes.toString("latin1")));
    for (let at = 0; at < whole.length; at += size) take(whole.subarray(at, at + size));
    expect([seen.stdout, seen.stderr]).toEqual(["one" + Buffer.from("안녕").toString("latin1"), "two"]);
  }
});
