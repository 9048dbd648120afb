import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { sha256Digest } from "@/lib/kernel/digest";
import { findOutage } from "@/lib/kernel/outage";
import { s3BlobStore } from "./s3-blob-store";

const BYTES = Buffer.from("a package");
const DIGEST = sha256Digest(BYTES);
const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

/** A store that is held by this server. */
async function storeHeldBy(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const store = s3BlobStore({
    bucket: "packages",
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: "of-a-test", secretAccessKey: "of-a-test" },
    silenceMs: 200,
  });
  closing.push(
    () => void store.close?.(),
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return store;
}

/** What each question to the store ended with. */
async function askAll(answer: RequestListener) {
  const store = await storeHeldBy(answer);
  const asked = [store.put(BYTES), store.get(DIGEST), store.has(DIGEST), store.delete(DIGEST)];
  return Promise.all(asked.map((one) => one.catch(findOutage)));
}

test("a store that is cut off unseen is away, and keeps nobody", async () => {
  const silent: RequestListener = () => {};
  expect(await askAll(silent)).toEqual(["service", "service", "service", "service"]);
});

test("so is one that falls silent within a package", async () => {
  const store = await storeHeldBy((_request, response) => {
    response.writeHead(200, { "content-length": BYTES.length });
    response.write(BYTES.subarray(0, 3));
  });
  expect(await store.get(DIGEST).catch(findOutage)).toBe("service");
});

test("and one that says it cannot now", async () => {
  const overloaded: RequestListener = (_request, response) => void response.writeHead(503).end();
  expect(await askAll(overloaded)).toEqual(["service", "service", "service", "service"]);
});

test("one that refuses what it is asked has not the right settings: nothing is away", async () => {
  const strict: RequestListener = (_request, response) => void response.writeHead(403).end();
  expect(await askAll(strict)).toEqual([null, null, null, null]);
});
