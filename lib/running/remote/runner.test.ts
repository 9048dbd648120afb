import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { BubblewrapRunner } from "@/lib/running/bubblewrap/runner";
import { FakeRunner } from "@/lib/running/testing/fake-runner";
import { TEST_IMAGES } from "../testing/attacks";
import { jobOf, textFile } from "../testing/jobs";
import { describeRunner } from "../testing/runner-contract";
import { signRequest, NONCE_HEADER, SIGNATURE_HEADER, TIME_HEADER } from "@/lib/running/remote/wire";
import { RemoteRunner } from "./runner";
import { serveRunner } from "./serve-runner";

const SECRET = "a secret of market and worker, of enough characters";
const servers: http.Server[] = [];
const local = new BubblewrapRunner({ warm: 1, imageDirectory: TEST_IMAGES });

async function listen(server: http.Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const url = await listen(serveRunner(local, SECRET));
afterAll(async () => {
  for (const server of servers) server.close();
  await local.close();
});

describeRunner(() => new RemoteRunner({ url, secret: SECRET }), { isolation: "userns" });

const job = jobOf("bash", [textFile("main.sh", "echo {}")]);
const unavailable = { code: "RUNNER_UNAVAILABLE" };

describe("a worker", () => {
  it("runs nothing for who does not know the secret", async () => {
    const fake = new FakeRunner(() => ({ stdout: "{}" }));
    const place = await listen(serveRunner(fake, SECRET));
    const stranger = new RemoteRunner({ url: place, secret: "another secret of the same good length" });
    expect(await stranger.probe()).toMatchObject({
      ok: false,
      remedy: expect.stringContaining("RUNNER_SECRET") as string,
    });
    await expect(stranger.run(job)).rejects.toMatchObject(unavailable);
    expect((await fetch(`${place}/run`, { method: "POST", body: "{}" })).status).toBe(401);
    expect(fake.jobs).toEqual([]);
  });

  it("takes a request once, unchanged, and within a minute", async () => {
    const fake = new FakeRunner(() => ({ stdout: "{}" }));
    const place = await listen(serveRunner(fake, SECRET));
    const ask = async (changed: { timeMs?: number; nonce?: string; path?: string } = {}) => {
      const timeMs = changed.timeMs ?? Date.now();
      const nonce = changed.nonce ?? "0".repeat(32);
      const signed = { method: "GET", path: "/probe", timeMs, nonce, body: Buffer.alloc(0) };
      const headers = {
        [TIME_HEADER]: String(timeMs),
        [NONCE_HEADER]: nonce,
        [SIGNATURE_HEADER]: signRequest(SECRET, signed),
      };
      return (await fetch(place + (changed.path ?? "/probe"), { headers })).status;
    };
    expect(await ask()).toBe(200);
    expect(await ask()).toBe(401);
    expect(await ask({ nonce: "1".repeat(32), timeMs: Date.now() - 61_000 })).toBe(401);
    expect(await ask({ nonce: "2".repeat(32), path: "/other" })).toBe(401);
    expect(await ask({ nonce: "short" })).toBe(401);
    expect(await ask({ nonce: "3".repeat(32) })).toBe(200);
  });

  it("is not believed without its signature, and its refusals keep their codes", async () => {
    const forged = http.createServer((_, response) => response.end('{"ok":true}'));
    const liar = new RemoteRunner({ url: await listen(forged), secret: SECRET });
    expect(await liar.probe()).toMatchObject({
      ok: false,
      reason: expect.stringContaining("not signed") as string,
    });
    await expect(liar.run(job)).rejects.toMatchObject(unavailable);
    const absent = new RemoteRunner({ url: "http://127.0.0.1:9", secret: SECRET });
    await expect(absent.run(job)).rejects.toMatchObject(unavailable);
  });
});
