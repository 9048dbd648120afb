import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readZipFiles } from "@/lib/package";
import { sendRequest } from "./send-request";

let received: { type: string | undefined; body: Buffer } | undefined;
const server = http.createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => void parts.push(part));
  request.on("end", () => {
    received = { type: request.headers["content-type"], body: Buffer.concat(parts) };
    response.end("{}");
  });
});

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

async function send(step: object) {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await sendRequest(url, { method: "POST", path: "/", ...step });
  return received;
}

it("a raw body is sent as it is written: text, generated text, bytes", async () => {
  expect(await send({ raw_body: "hello" })).toEqual({
    type: "text/plain;charset=UTF-8",
    body: Buffer.from("hello"),
  });
  expect((await send({ raw_body: { repeat: "ab", times: 3 } }))?.body.toString()).toBe("ababab");
  expect(await send({ raw_body: { base64: "AP8=" } })).toEqual({
    type: undefined,
    body: Buffer.from([0, 255]),
  });
});

it("a file of a form may be generated, or an archive of files in any form", async () => {
  const form = await send({
    multipart: { skill_file: { filename: "a.skill", text: { repeat: "x", times: 9 } } },
  });
  expect(form?.body.toString()).toContain("xxxxxxxxx");
  const zip = { "SKILL.md": "a", "b.bin": { base64: "AP8=" } };
  const packed = await send({ multipart: { skill_file: { filename: "a.skill", zip } } });
  const body = packed?.body ?? Buffer.alloc(0);
  const start = body.indexOf("PK");
  const end = body.indexOf("\r\n--", body.lastIndexOf("PK\u0005\u0006"));
  const read = readZipFiles(body.subarray(start, end));
  expect(read.ok && read.files.map(({ path }) => path)).toEqual(["SKILL.md", "b.bin"]);
});
