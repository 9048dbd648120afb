import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { prepareImages } from "../images/runtime-images";
import type { Runtime } from "../skill-runner";
import { TEST_IMAGES } from "../testing/attacks";
import { jobOf, textFile } from "../testing/jobs";
import { describeRunner } from "../testing/runner-contract";
import { splitFrames } from "./engine-client";
import { DockerRunner } from "./runner";

const IMAGES: Readonly<Record<Runtime, string>> = {
  python3: "localhost/emporion-python3:1",
  node: "localhost/emporion-node:1",
  bash: "localhost/emporion-bash:1",
};
const job = jobOf("bash", [textFile("main.sh", "echo {}")]);

// An engine is an option of the operator. Podman speaks the same API and needs no daemon of the system's.
if (fs.existsSync("/usr/bin/podman") && process.getuid?.() === 0) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-podman-"));
  const socketPath = path.join(directory, "engine.sock");
  const options = ["--root", `${directory}/root`, "--runroot", `${directory}/run`, "--storage-driver", "vfs"];
  options.push("--cgroup-manager", "cgroupfs", "--events-backend", "file", "--runtime", "/usr/sbin/runc");
  const images = await prepareImages(TEST_IMAGES, process.execPath);
  for (const runtime of ["python3", "node", "bash"] as const) {
    const root = images?.[runtime].root ?? "";
    execFileSync("/bin/sh", [
      "-c",
      `tar -C "$0" -c . | podman ${options.join(" ")} import -q - "$1"`,
      root,
      IMAGES[runtime],
    ]);
  }
  const engine = spawn(
    "/usr/bin/podman",
    [...options, "system", "service", "--time=0", `unix://${socketPath}`],
    {
      stdio: "ignore",
    },
  );
  const gone = new Promise((resolve) => engine.once("exit", resolve));
  while (!fs.existsSync(socketPath)) await new Promise((resolve) => setTimeout(resolve, 50));
  const declared = execFileSync("/usr/bin/podman", [
    ...options,
    "image",
    "inspect",
    "--format",
    "{{.Id}}",
    IMAGES.bash,
  ]);
  afterAll(async () => {
    engine.kill("SIGTERM");
    await gone;
    fs.rmSync(directory, { recursive: true, force: true });
  });

  describeRunner(() => new DockerRunner({ socketPath, images: IMAGES }), { isolation: "oci-runc" });

  describe("a declared image", { timeout: 60_000 }, () => {
    it("is used and enforced when the engine has it, and otherwise the receipt says that it was not", async () => {
      const runner = new DockerRunner({ socketPath, images: IMAGES });
      const imageDigest = `sha256:${declared.toString().trim()}`;
      const enforced = await runner.run({ ...job, imageDigest });
      expect(enforced).toMatchObject({ imageDigest, enforced: { imageEnforced: true } });
      const other = await runner.run({ ...job, imageDigest: `sha256:${"0".repeat(64)}` });
      expect(other).toMatchObject({ imageDigest, enforced: { imageEnforced: false } });
      await runner.close();
    });
  });
}

describe("a machine without an engine", () => {
  it("says so, and runs nothing", async () => {
    const none = new DockerRunner({ socketPath: "/nowhere/engine.sock", images: IMAGES });
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
