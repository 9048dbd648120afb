import { describe, expect, it } from "vitest";
import { ADVERTISEMENT, GitServer, LOOPBACK, packets, RESULT, type Handler } from "../testing/git-server";
import { smartHttpRefs } from "./smart-http-refs";

const server = new GitServer();
const [A, B, C] = ["a", "b", "c"].map((digit) => digit.repeat(40));
const SERVICE = packets("# service=git-upload-pack", "");
const VERSION_2 = SERVICE + packets("version 2", "ls-refs=unborn", "object-format=sha1", "");

/** A server of protocol 2 with a branch and an annotated tag. */
const modern: Handler = (request) =>
  request.method === "GET"
    ? { headers: ADVERTISEMENT, body: VERSION_2 }
    : {
        headers: RESULT,
        body: packets(
          `${A} HEAD symref-target:refs/heads/main`,
          `${A} refs/heads/main`,
          `${B} refs/tags/v1.0.0 peeled:${C}`,
          "",
        ),
      };

const list = (handler: Handler, policy = {}, path = "/owner/repo") => {
  server.handler = handler;
  server.asked.length = 0;
  return smartHttpRefs({ ...LOOPBACK, ...policy }).list(server.url + path);
};

async function reasonOf(handler: Handler, policy = {}): Promise<string> {
  const answer = await list(handler, policy);
  return answer.ok ? "ok" : answer.reason;
}

describe("a repository that answers", () => {
  it("in protocol 2: branches and tags, with the commit of an annotated tag", async () => {
    let sent = "";
    const answer = await list((request, body) => {
      sent += body;
      expect(request.headers["git-protocol"]).toBe("version=2");
      expect(request.headers["accept-encoding"]).toBe("identity");
      expect(request.headers.authorization).toBeUndefined();
      return modern(request, body);
    });
    expect(answer).toEqual({
      ok: true,
      refs: [
        { name: "HEAD", hash: A },
        { name: "refs/heads/main", hash: A },
        { name: "refs/tags/v1.0.0", hash: B, peeled: C },
      ],
    });
    expect(server.asked).toEqual([
      "GET /owner/repo/info/refs?service=git-upload-pack",
      "POST /owner/repo/git-upload-pack",
    ]);
    expect(sent).toBe(
      "0014command=ls-refs\n0017object-format=sha1\n00010009peel\n0014ref-prefix HEAD\n" +
        "001bref-prefix refs/heads/\n001aref-prefix refs/tags/\n0000",
    );
  });

  it("in protocol 0: the same from one answer", async () => {
    const body =
      SERVICE +
      packets(
        `${A} HEAD\0multi_ack agent=git/1`,
        `${A} refs/heads/main`,
        `${B} refs/tags/v1`,
        `${C} refs/tags/v1^{}`,
        "",
      );
    expect(await list(() => ({ headers: ADVERTISEMENT, body }))).toEqual({
      ok: true,
      refs: [
        { name: "HEAD", hash: A },
        { name: "refs/heads/main", hash: A },
        { name: "refs/tags/v1", hash: B, peeled: C },
      ],
    });
    expect(server.asked).toHaveLength(1);
  });

  it("in protocol 1, without the line of the service, and with nothing in it yet", async () => {
    const body = packets("version 1", `${"0".repeat(40)} capabilities^{}\0agent=git/1`, "");
    expect(await list(() => ({ headers: ADVERTISEMENT, body }))).toEqual({ ok: true, refs: [] });
  });

  it("from where it has moved to, asking the second question there", async () => {
    const answer = await list(
      (request, body) => {
        if (!request.url?.startsWith("/old")) return modern(request, body);
        return { status: 301, headers: { location: request.url.replace("/old", "/new") } };
      },
      {},
      "/old",
    );
    expect(answer.ok).toBe(true);
    expect(server.asked.at(-1)).toBe("POST /new/git-upload-pack");
  });
});

describe("a server that is refused", () => {
  const advertise =
    (body: string | Buffer): Handler =>
    () => ({ headers: ADVERTISEMENT, body });

  it.each<[string, Handler, string]>([
    ["nothing there", () => ({ status: 404 }), "not_found"],
    ["a password is wanted", () => ({ status: 401 }), "not_found"],
    ["it fails", () => ({ status: 500 }), "no_repository"],
    [
      "a page for people",
      () => ({ headers: { "content-type": "text/html" }, body: "<p>hi" }),
      "no_repository",
    ],
    [
      "the old dumb protocol",
      () => ({ headers: { "content-type": "text/plain" }, body: `${A}\trefs/heads/main\n` }),
      "no_repository",
    ],
    [
      "compressed",
      () => ({ headers: { ...ADVERTISEMENT, "content-encoding": "gzip" }, body: "x" }),
      "no_repository",
    ],
    ["empty", advertise(""), "no_repository"],
    ["an error of git", advertise(packets("ERR no such repository", "")), "not_found"],
    ["no length", advertise("zzzz"), "no_repository"],
    ["a length of three", advertise("0003"), "no_repository"],
    ["a packet cut short", advertise("ffffabc"), "no_repository"],
    ["no object name", advertise(packets("abc refs/heads/main\0caps", "")), "no_repository"],
    ["bytes", advertise(Buffer.from([0, 255, 254])), "no_repository"],
    [
      "a list that is none",
      (request) =>
        request.method === "GET"
          ? { headers: ADVERTISEMENT, body: VERSION_2 }
          : { headers: RESULT, body: packets("hello", "") },
      "no_repository",
    ],
    [
      "a list of another type",
      (request) => (request.method === "GET" ? { headers: ADVERTISEMENT, body: VERSION_2 } : { body: "" }),
      "no_repository",
    ],
  ])("%s", async (_, handler, reason) => expect(await reasonOf(handler)).toBe(reason));

  it("never ends, or sends too much", async () => {
    expect(await reasonOf(() => new Promise(() => {}), { timeoutMs: 200 })).toBe("too_slow");
    expect(await reasonOf(advertise("x".repeat(2000)), { maxBytes: 1000 })).toBe("too_large");
    const huge = { ...ADVERTISEMENT, "x-big": "x".repeat(100_000) };
    expect(await reasonOf(() => ({ headers: huge }))).toBe("no_connection");
  });

  it("breaks off in the middle", async () => {
    const handler: Handler = () => ({ headers: { ...ADVERTISEMENT, "content-length": "1000" }, body: "x" });
    expect(await reasonOf(handler, { timeoutMs: 500 })).toMatch(/too_slow|no_connection/);
  });

  it.each([
    ["for ever", (url: string) => url],
    ["to a page", () => "/login"],
    ["to another protocol", () => "ftp://127.0.0.1/info/refs?service=git-upload-pack"],
    ["to no address at all", () => "http://"],
  ])("sends on %s", async (_, next) => {
    const answer = await list((request) => ({
      status: 302,
      headers: { location: next(request.url ?? "") },
    }));
    expect(answer).toMatchObject({ ok: false, reason: "redirect_refused" });
    expect(server.asked.length).toBeLessThanOrEqual(LOOPBACK.maxRedirects + 1);
  });

  it("sends on the second question: what belongs together is asked in one place", async () => {
    const handler: Handler = (request) =>
      request.method === "GET"
        ? { headers: ADVERTISEMENT, body: VERSION_2 }
        : { status: 307, headers: { location: "/elsewhere" } };
    expect(await reasonOf(handler)).toBe("no_repository");
  });
});

describe("an address that is not asked", () => {
  const guarded = smartHttpRefs();
  const port = () => new URL(server.url).port;

  it.each([
    () => `http://127.0.0.1:${port()}/r`,
    () => `https://127.0.0.1:${port()}/r`,
    () => `https://[::1]:${port()}/r`,
    () => `https://[::ffff:127.0.0.1]:${port()}/r`,
    () => `https://2130706433:${port()}/r`,
    () => `https://0x7f.1:${port()}/r`,
    () => "https://169.254.169.254/latest/meta-data",
    () => `https://localhost:${port()}/r`,
    () => "https://user:password@github.com/a/b",
    () => "file:///etc/passwd",
    () => "no address",
  ])("is refused before anything is connected: %s", async (address) => {
    server.asked.length = 0;
    expect(await guarded.list(address())).toMatchObject({ ok: false, reason: "address_refused" });
    expect(server.asked).toEqual([]);
  });

  it("is refused behind a redirect, too", async () => {
    const answer = await list(() => ({
      status: 302,
      headers: { location: "http://10.0.0.1/info/refs?service=git-upload-pack" },
    }));
    expect(answer).toMatchObject({ ok: false, reason: "address_refused" });
    const named = await list(
      () => ({
        status: 302,
        headers: { location: "http://localhost:1/info/refs?service=git-upload-pack" },
      }),
      { isAllowedAddress: (address: string) => address === "127.0.0.1" && server.asked.length === 0 },
    );
    expect(named).toMatchObject({ ok: false, reason: "address_refused" });
  });

  it("that nobody listens at is no connection", async () => {
    const answer = await smartHttpRefs(LOOPBACK).list("http://127.0.0.1:1/r");
    expect(answer).toMatchObject({ ok: false, reason: "no_connection" });
  });
});
