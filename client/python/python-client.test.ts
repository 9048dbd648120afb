import { execFile } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Workbench } from "@/cli/testing/run-cli";
import { servedMarket } from "@/cli/testing/served-market";
import { PYTHON, pythonClient, Raised, unpackedWheel } from "@/client/python/testing/python-client";
import { makeVerifier } from "@/lib/audits/testing/verifier";
import { IN_TOTO_PAYLOAD_TYPE, signEnvelope, type DsseEnvelope } from "@/lib/log/attestation/dsse";
import { platformKey } from "@/lib/log/attestation/platform-key";
import { toCanonicalJson } from "@/lib/kernel/json/canonical-json";
import { CallMarket } from "@/lib/running/testing/call-market";
import { buildSkillPackage, makeAccount, publishNow } from "@/lib/testing/builders";

// The client in Python against a real market, its sandbox and its ledger, through a way on which answers can be lost or
// changed.
process.env["NEXTAUTH_SECRET"] ??= "a secret that is long enough for tests";
const market = new CallMarket();
const address = servedMarket();
const unpacked = unpackedWheel();
const python = pythonClient(unpacked);
const bench = new Workbench();
const run = promisify(execFile);

let url: string;
let free: { slug: string; versionId: string };
/** The answers to requests whose address ends so are lost, the first ones, though the market has done what they asked for. */
let lost: Record<string, number>;
let changed: (answer: { headers: http.IncomingHttpHeaders; body: Buffer }) => Buffer;
let asked: { path: string; headers: http.IncomingHttpHeaders }[];

beforeAll(async () => {
  free = await publishNow(buildSkillPackage(), await makeAccount());
  const way = http.createServer((request, response) => void pass(request, response));
  await new Promise<void>((resolve) => way.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(way.address() as AddressInfo).port}`;
  return () => void way.close();
});
beforeEach(() => {
  [lost, asked, changed] = [{}, [], ({ body }) => body];
});

async function pass(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const { method = "GET", url: path = "/", headers } = request;
  asked.push({ path, headers });
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    request.pipe(http.request(address() + path, { method, headers }, resolve).on("error", reject));
  });
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const body = changed({ headers: answer.headers, body: Buffer.concat(chunks) });
  const end = path.split("/").at(-1) ?? "";
  if ((lost[end] ?? 0) > 0) {
    lost[end] = (lost[end] ?? 0) - 1;
    response.destroy();
    return;
  }
  response.writeHead(answer.statusCode ?? 500, { ...answer.headers, "content-length": body.length });
  response.end(body);
}

interface Called {
  signed: number;
  output?: { nonce?: string; echo?: string };
  paid_lamports?: string;
  receipt_id?: string;
  code?: string;
  paid?: string | null;
}

const call = (input: unknown, more: object = {}) =>
  python<Called>("call", {
    market: url,
    skill: market.skill.slug,
    input,
    keypair: JSON.stringify([...market.buyer.secretKey]),
    max_lamports: 50_000,
    timeout: 60,
    ...more,
  });
const get = <T>(method: string, ...given: unknown[]) => python<T>("get", { market: url, method, given });
const payments = () => market.database().settlement.count();

describe("without paying", () => {
  test("searches, and reads details and schema", async () => {
    const { results } = await get<{ results: { name: string }[] }>("search", free.slug);
    expect(results.map(({ name }) => name)).toContain(free.slug);
    expect(await get("details", free.slug)).toMatchObject({ name: free.slug, price_lamports: "0" });
    expect(await get("schema", free.slug)).toMatchObject({ examples: [{ input: { text: "hello" } }] });
    await expect(get("details", "no-such-skill")).rejects.toMatchObject({
      failure: { code: "SKILL_NOT_FOUND" },
    });
  });

  test("calls the version that is named, without saying how much may be paid", async () => {
    const named = { skill: free.slug, keypair: undefined, max_lamports: undefined };
    expect(await call({ text: "hello" }, { ...named, version: "1.0.0" })).toMatchObject({
      paid_lamports: "0",
    });
    expect(await call({ text: "hello" }, { ...named, version: "9.0.0" })).toMatchObject({
      code: "VERSION_NOT_FOUND",
    });
  });

  test("calls what is free, without a keypair", async () => {
    const called = await call({ text: "hello" }, { skill: free.slug, keypair: undefined, max_lamports: 0 });
    expect(called).toMatchObject({
      signed: 0,
      paid_lamports: "0",
      receipt_id: null,
      output: expect.anything() as object,
    });
  });
});

describe("a download", () => {
  const download = (more: object = {}) =>
    python<{ digest: string; paths: string[]; executables: string }>("download", {
      market: url,
      skill: free.slug,
      ...more,
    });

  test("has the digest that anybody computes, and is written to a folder", async () => {
    const { digest, paths } = await download({ to: bench.at("skill") });
    expect(paths).toEqual(["SKILL.md", "scripts/main.py"]);
    const command = "find . -type f -printf '%P\\0' | LC_ALL=C sort -z | xargs -0 sha256sum -- | sha256sum";
    const { stdout } = await run("bash", ["-c", command], { cwd: bench.at("skill") });
    expect(`sha256:${stdout.split(" ")[0]}`).toBe(digest);
    await expect(download({ to: bench.at("skill") })).rejects.toThrow("FileExistsError");
    expect(fs.readFileSync(bench.at("skill/SKILL.md"), "utf8")).toContain(free.slug);
    expect(await download({ digest })).toMatchObject({ digest });
  });

  test.each<[string, typeof changed]>([
    [
      "one bit is another",
      ({ body }) => Buffer.from(body.map((byte, place) => (place === 70 ? byte ^ 1 : byte))),
    ],
    ["bytes are left out", ({ body }) => body.subarray(0, -1)],
    ["there is nothing", () => Buffer.alloc(0)],
    [
      "the header names another digest",
      ({ headers, body }) => ((headers["repr-digest"] = "sha-256=:AAAA:"), body),
    ],
    ["the header names no digest", ({ headers, body }) => (delete headers["repr-digest"], body)],
    [
      "the package is another",
      ({ headers, body }) => ((headers["x-skill-package-digest"] = `sha256:${"0".repeat(64)}`), body),
    ],
    ["no package is named", ({ headers, body }) => (delete headers["x-skill-package-digest"], body)],
  ])("is refused where %s", async (_, change) => {
    changed = change;
    await expect(download()).rejects.toMatchObject({ failure: { code: "DIGEST_MISMATCH" } });
  });

  test("insists on a digest that is not one", async () => {
    const named = { digest: "" };
    await expect(download(named)).rejects.toBeInstanceOf(Raised);
  });

  test("says how far its version is trusted, and why it was withdrawn", async () => {
    expect(await download()).toMatchObject({ version: "1.0.0", trust: "community", withdrawn: null });
    changed = ({ headers, body }) => {
      headers["x-skill-withdrawn"] = "too%20old";
      delete headers["x-skill-trust"];
      return body;
    };
    expect(await download()).toMatchObject({ trust: "sandbox", withdrawn: "too old" });
    changed = ({ headers, body }) => ((headers["x-skill-trust"] = "divine"), body);
    await expect(download()).rejects.toMatchObject({ failure: { code: "ANSWER_INVALID" } });
  });

  test("is refused where the digest is not the one that was known before", async () => {
    const other = await publishNow(buildSkillPackage(), await makeAccount());
    const { digest } = await download({ skill: other.slug });
    await expect(download({ digest })).rejects.toBeInstanceOf(Raised);
  });

  test("sends a read token only where everybody was refused", async () => {
    await download({ read_secret: "rt_secret" });
    await expect(download({ skill: "no-such-skill", read_secret: "rt_secret" })).rejects.toThrow(
      "AUTH_FAILED",
    );
    const sent = asked.map(({ headers }) => headers.authorization);
    expect(sent).toEqual([undefined, undefined, "Bearer rt_secret"]);
  });
});

describe("a call that is paid for", () => {
  test("moves the money on the ledger, and gives a receipt that is verified offline", async () => {
    const before = await payments();
    const called = await call({ text: "hi" });
    expect(called).toMatchObject({ signed: 1, paid_lamports: "50000", output: { echo: "hi" } });
    expect(await payments()).toBe(before + 1);
    const { envelope } = await get<{ envelope: DsseEnvelope }>("receipt", called.receipt_id);
    const [key] = await get<string[]>("keys");
    expect(key).toBe(platformKey().keyId);
    const verify = (envelopes: unknown[], more: object = {}) => python("verify", { key, envelopes, ...more });
    const { digest } = await python<{ digest: string }>("download", {
      market: url,
      skill: market.skill.slug,
    });
    const known = { input: { text: "hi" }, output: called.output, package_digest: digest };
    expect(await verify([envelope, { receipt_id: "x", envelope }], known)).toEqual([null, null]);
    expect(await verify([envelope], { input: { text: "ho" } })).toEqual(["another_input"]);
    expect(await verify([envelope], { output: { echo: "ho" } })).toEqual(["another_output"]);
    expect(await verify([envelope], { package_digest: `sha256:${"0".repeat(64)}` })).toEqual([
      "another_package",
    ]);
    const { address: stranger } = await makeVerifier();
    expect(await verify([envelope], { key: stranger })).toEqual(["signature_invalid"]);
    expect(await verify(tampered(envelope))).toEqual(tampered(envelope).map(() => "signature_invalid"));
    expect(await verify(falseReceipts(envelope))).toEqual([
      "amounts_do_not_add_up",
      "not_a_statement",
      "not_a_statement",
      "not_a_statement",
      "not_canonical",
      ...Array.from({ length: 3 }, () => "not_a_statement"),
    ]);
  });

  test("is finished though the answers to payment and run are lost, and is paid once", async () => {
    const before = await payments();
    lost = { payment: 2, run: 1 };
    expect(await call({ text: "again" })).toMatchObject({
      signed: 1,
      output: { echo: "again" },
      paid_lamports: "50000",
    });
    expect(asked.filter(({ path }) => path.endsWith("/quotes"))).toHaveLength(1);
    expect(await payments()).toBe(before + 1);
  });

  test("is resumed by the command with the word of Python, and by Python with that of the command", async () => {
    const before = await payments();
    const failed = await call({ status: 3 });
    expect([failed.code, failed.signed]).toEqual(["RUN_FAILED", 1]);
    const resumed = await bench.run(`call ${market.skill.slug} --market ${url} --paid ${failed.paid}`);
    expect([resumed.code, resumed.stderr]).toEqual([1, expect.stringContaining("--paid ")]);
    const word = /^--paid (\S+)$/m.exec(resumed.stderr)?.[1] ?? "";
    asked = [];
    const again = await call(null, { paid: word });
    expect(again).toMatchObject({ code: "RUN_FAILED", signed: 0, paid: expect.any(String) as string });
    expect(asked.map(({ path }) => path.split("/").at(-1))).toEqual(["payment", "run"]);
    expect(await payments()).toBe(before + 1);
  });

  test("is nothing to resume where the market has refused the payment", async () => {
    changed = ({ body }) => {
      const ends = body.toString().replace(/"blockhash":"\w+"/, `"blockhash":"${"1".repeat(32)}"`);
      return Buffer.from(ends);
    };
    const before = await payments();
    const refused = await call({ text: "too late" });
    expect([refused.code, refused.signed, refused.paid]).toEqual([expect.any(String), 1, null]);
    expect(await payments()).toBe(before);
  });
});

describe("the page about it", () => {
  const page = fs.readFileSync(path.resolve(import.meta.dirname, "../../docs/python.md"), "utf8");
  const programs = Array.from(page.matchAll(/^```python\n(.*?)^```/gms), ([, code = ""]) => code);
  const ofFrameworks = programs.filter((code) => /^from (?:agents|langchain)/m.test(code));
  const environment = () => ({
    ...process.env,
    MYPYPATH: unpacked(),
    PYTHONPATH: [unpacked(), path.join(import.meta.dirname, "testing/frameworks")].join(":"),
    PYTHONDONTWRITEBYTECODE: "1",
    SKILL: market.skill.slug,
  });

  test("has programs whose types are right", async () => {
    const files = programs
      .filter((code) => !ofFrameworks.includes(code))
      .map((code, n) => [`example${n}.py`, code]);
    expect(files.length).toBeGreaterThan(3);
    bench.write(Object.fromEntries(files) as Record<string, string>);
    const given = ["-m", "mypy", "--strict", "--python-version", "3.9", ...files.map(([name = ""]) => name)];
    const told = await run(PYTHON, given, { cwd: bench.directory, env: environment() }).catch(
      (error: unknown) => error as { stdout: string },
    );
    expect(told.stdout).toContain("Success");
  });

  test("has programs that run as they stand, where the market has skills of these names", async () => {
    bench.write({ "id.json": JSON.stringify([...market.buyer.secretKey]) });
    const env = { ...environment(), HOME: bench.directory };
    for (const code of programs.filter((each) => !ofFrameworks.includes(each))) {
      const program = code
        .replaceAll("https://MARKET", address())
        .replaceAll("csv-profile", free.slug)
        .replaceAll("invoice-amount-capitals", market.skill.slug)
        .replaceAll('{"amounts": ["1409.50"]}', '{"text": "hi"}');
      bench.write({ "program.py": program });
      await run(PYTHON, ["-W", "error", "program.py"], { cwd: bench.directory, env });
    }
    expect(fs.readFileSync(bench.at(`${free.slug}/SKILL.md`), "utf8")).toContain(free.slug);
  });

  test("has recipes for frameworks whose tool pays, for stand-ins that only call it", async () => {
    expect(ofFrameworks).toHaveLength(2);
    bench.write({ "id.json": JSON.stringify([...market.buyer.secretKey]) });
    for (const code of ofFrameworks) {
      const before = await payments();
      bench.write({ "recipe.py": code.replaceAll("https://MARKET", address()) });
      const { stdout } = await run(PYTHON, ["recipe.py"], { cwd: bench.directory, env: environment() });
      expect(stdout).toContain("'echo': 'hi'");
      expect(await payments()).toBe(before + 1);
    }
  });
});

describe("a seal", () => {
  test("is verified offline; a tampered one, another package and another verifier are refused", async () => {
    const verifier = await makeVerifier();
    const auditId = await verifier.audit(free.versionId);
    const { envelope } = await get<{ envelope: DsseEnvelope }>("audit", auditId);
    const given = { market: url, skill: free.slug };
    const { digest, executables } = await python<{ digest: string; executables: string }>("download", given);
    const verify = (envelopes: unknown[], more: object = {}) =>
      python("verify", { verifier: verifier.address, digest, executables, envelopes, ...more });
    expect(await verify([envelope])).toEqual([null]);
    expect(await verify(tampered(envelope))).toEqual(tampered(envelope).map(() => "signature_invalid"));
    expect(await verify([envelope], { digest: `sha256:${"0".repeat(64)}` })).toEqual(["another_package"]);
    expect(await verify([envelope], { executables: `sha256:${"0".repeat(64)}` })).toEqual([
      "other_executables",
    ]);
    expect(await verify([envelope], { verifier: platformKey().keyId })).toEqual(["signature_invalid"]);
    const resealed = (change: (predicate: Record<string, unknown>) => void) => {
      const statement = JSON.parse(payloadOf(envelope)) as { predicate: Record<string, unknown> };
      change(statement.predicate);
      const payload = Buffer.from(toCanonicalJson(statement));
      return {
        ...envelope,
        payload: payload.toString("base64"),
        signatures: [{ keyid: "", sig: signedBy(verifier, payload) }],
      };
    };
    expect(
      await verify([
        resealed((predicate) => (predicate["expiresAt"] = "2020-01-01T00:00:00Z")),
        resealed((predicate) => (predicate["verifier"] = platformKey().keyId)),
        resealed((predicate) => (predicate["verdict"] = "changes_requested")),
        resealed((predicate) => (predicate["verdict"] = "fine")),
        resealed((predicate) => (predicate["confidential"] = false)),
        resealed((predicate) => (predicate["more"] = 1)),
        resealed(() => undefined),
      ]),
    ).toEqual([
      "expired",
      "another_signer",
      "changes_requested",
      ...Array.from({ length: 3 }, () => "not_a_statement"),
      null,
    ]);
  });
});

const payloadOf = ({ payload }: DsseEnvelope) => Buffer.from(payload, "base64").toString();

function signedBy(signer: { sign: (message: Uint8Array) => Uint8Array }, payload: Buffer): string {
  const header = Buffer.from(
    `DSSEv1 ${IN_TOTO_PAYLOAD_TYPE.length} ${IN_TOTO_PAYLOAD_TYPE} ${payload.length} `,
  );
  return Buffer.from(signer.sign(Buffer.concat([header, payload]))).toString("base64");
}

/** What is no envelope, or one that its key has not signed. */
function tampered(envelope: DsseEnvelope): unknown[] {
  const [{ sig } = { sig: "" }] = envelope.signatures;
  const other = Buffer.from(payloadOf(envelope).replace("1.0.0", "1.0.1")).toString("base64");
  const flipped = Buffer.from(sig, "base64").map((byte, place) => (place === 5 ? byte ^ 1 : byte));
  return [
    { ...envelope, payload: other },
    { ...envelope, payloadType: "text/plain" },
    { ...envelope, signatures: [] },
    { ...envelope, signatures: [{ keyid: "", sig: Buffer.from(flipped).toString("base64") }] },
    { ...envelope, signatures: [{ keyid: "", sig: "" }] },
    { ...envelope, signatures: Array.from({ length: 17 }, () => envelope.signatures[0]) },
    { ...envelope, signatures: "none" },
    { ...envelope, payload: "*" },
    { ...envelope, payload: 7 },
    {},
    [],
    null,
    "x",
  ];
}

/** Receipts that the market's key has signed, and that are none. */
function falseReceipts(envelope: DsseEnvelope): DsseEnvelope[] {
  const { privateKey: key, keyId } = platformKey();
  const signed = (text: string) =>
    signEnvelope(Buffer.from(text), { payloadType: IN_TOTO_PAYLOAD_TYPE, key, keyId });
  const text = payloadOf(envelope);
  return [
    signed(text.replace('"feeLamports":"', '"feeLamports":"1')),
    signed(text.replace('"feeLamports":"', '"feeLamports":"0')),
    signed(text.replace('"predicate":{', '"predicate":{"a":1,')),
    signed("[]"),
    signed(` ${text}`),
    signed(text.replace('"runnerFacts":{', '"runnerFacts":{"a":"\\ud800",')),
    signed(text.replace('"runnerFacts":{', '"runnerFacts":{"a":1e400,')),
    signed(text.replace('"runnerFacts":{', `"runnerFacts":{"a":${"[".repeat(900)}${"]".repeat(900)},`)),
  ];
}
