import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it, vi } from "vitest";
import { BOOTSTRAP_PATHS } from "@/lib/running/sandbox/launcher";
import { jobOf, textFile } from "../testing/jobs";
import { findTestEngine } from "../testing/podman-engine";
import { containerSpec } from "@/lib/running/docker/run-container";
import { EngineClient } from "./engine-client";
import { removeLeftContainers, DockerRunner } from "@/lib/running/docker/runner";

const START_DELAY_MS = 2_000;
const LONG_MS = 60_000;
const directory = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-engine-"));
fs.chmodSync(directory, 0o755);
afterAll(() => fs.rmSync(directory, { recursive: true, force: true }));

const job = jobOf("bash", [textFile("main.sh", "echo {}")]);

async function listenAt(name: string, answer: (socket: net.Socket) => void) {
  const sockets = new Set<net.Socket>();
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    answer(socket);
  });
  const socketPath = path.join(directory, name);
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { socketPath, close };
}

const engine = await findTestEngine();
if (typeof engine !== "string") {
  const { socketPath, images } = engine;
  afterAll(() => engine.stop());

  describe("a container engine", () => {
    it("that starts a container late ends it when its caller has left by then", async () => {
      const slow = await listenAt("slow.sock", (socket) => {
        const upstream = net.connect({ path: socketPath, allowHalfOpen: true });
        upstream.on("error", () => socket.destroy());
        upstream.pipe(socket);
        socket.once("data", (head) => {
          const forward = () => {
            upstream.write(head);
            socket.pipe(upstream);
          };
          if (/^POST \S+\/start /.test(head.toString("latin1"))) setTimeout(forward, START_DELAY_MS);
          else forward();
        });
      });
      const runner = new DockerRunner({ socketPath: slow.socketPath, images });
      await runner.probe();
      const loop = jobOf("bash", [textFile("main.sh", `sleep ${LONG_MS / 1_000}; echo {}`)], {
        timeoutMs: LONG_MS,
      });
      const ended = await runner.run({ ...loop, signal: AbortSignal.timeout(START_DELAY_MS / 2) });
      expect(ended.killedBy).toBe("cancelled");
      expect(ended.wallMs).toBeLessThan(LONG_MS);
      await runner.close();
      slow.close();
    });

    it("whose runner's files were cleared away refuses one run and is whole again", async () => {
      const cleared = fs.mkdtempSync(path.join(directory, "cleared-"));
      fs.chmodSync(cleared, 0o755);
      vi.stubEnv("TMPDIR", cleared);
      const runner = new DockerRunner({ socketPath, images });
      const python = jobOf("python3", [textFile("main.py", "print('{}')")]);
      expect(await runner.run(python)).toMatchObject({ exitCode: 0 });
      for (const name of fs.readdirSync(cleared)) fs.rmSync(path.join(cleared, name), { recursive: true });
      await expect(runner.run(python)).rejects.toMatchObject({ code: "RUNNER_UNAVAILABLE" });
      expect(await runner.run(python)).toMatchObject({ exitCode: 0 });
      await runner.close();
      vi.unstubAllEnvs();
    });

    it("is rid of the containers of killed processes, and of no other", async () => {
      const client = new EngineClient(socketPath);
      const list = () => client.call("GET", "/containers/json?all=1") as Promise<{ Id: string }[]>;
      const start = async (container: object) => {
        const { Id: id } = (await client.call("POST", "/containers/create", container)) as { Id: string };
        await client.call("POST", `/containers/${id}/start`);
        return id;
      };
      const bootstraps = { python3: BOOTSTRAP_PATHS.python3, node: BOOTSTRAP_PATHS.node };
      const words = { seccomp: "unconfined", tmpfsOption: ",notmpcopyup" } as const;
      const parts = {
        runtime: "bash",
        image: images.bash,
        ociRuntime: undefined,
        words,
        bootstraps,
      } as const;
      const ours = { ...containerSpec(parts), Cmd: ["/usr/bin/sleep", "600"] };
      const left = await start(ours);
      const foreign = await start({ ...ours, Labels: { app: "another" } });
      await removeLeftContainers(client);
      const before = (await list()).map(({ Id }) => Id);
      expect(before).toEqual(expect.arrayContaining([left, foreign]));
      await sleep(1_000); // an engine tells whole seconds
      await removeLeftContainers(client, { olderThanMs: 0 });
      const after = new Set((await list()).map(({ Id }) => Id));
      expect([after.has(left), after.has(foreign)]).toEqual([false, true]);
      await client.call("DELETE", `/containers/${foreign}?force=1`);
    });
  });
} else {
  it(`NOT TESTED HERE: an engine in trouble (${engine})`, () => expect(engine).not.toBe(""));
}

it("an engine that takes connections and says nothing is told as one that is not there", async () => {
  const silent = await listenAt("silent.sock", () => undefined);
  const images = { python3: "python", node: "node", bash: "bash" };
  const runner = new DockerRunner({ socketPath: silent.socketPath, images, patienceMs: 200 });
  expect(await runner.probe()).toMatchObject({ ok: false });
  await expect(runner.run(job)).rejects.toMatchObject({ code: "RUNNER_UNAVAILABLE" });
  await runner.close();
  silent.close();
});
