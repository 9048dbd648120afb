import { randomBytes } from "node:crypto";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import https from "node:https";
import path from "node:path";
import net, { type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CleanHome, printResults } from "./testing/stock-client";
import { publishQuarantined, publishSealed, startMarket } from "./testing/stock-market";
import {
  buildSkillPackage,
  makeAccount,
  newAddress,
  testBlobStore,
  publishNow,
  uniqueName,
  type TestAccount,
  getActorOf,
} from "@/lib/testing/builders";
import { saveSet } from "@/lib/registry/sets/save-set";
import { yankVersion } from "@/lib/publishing/yank-version";
import { testDatabase } from "@/lib/testing/database";

// Claude Code takes archives over https alone, and from no address of this machine: the market has a name, its
// certificate is one that the client is told to trust, and a proxy leads the name here.
const HOST = "market.example";
testDatabase();
testBlobStore();
const plain = await startMarket();
Object.assign(process.env, {
  APP_URL: `https://${HOST}`,
  SOLANA_RPC_URL: "https://rpc.example",
  TREASURY_ADDRESS: newAddress(),
  SERVER_KEY: randomBytes(32).toString("hex"),
  NEXTAUTH_SECRET: randomBytes(32).toString("hex"),
});
delete process.env["DEMONSTRATION"];
const names = { free: uniqueName("free"), unsealed: uniqueName("skill"), bad: uniqueName("bad") };
const url = `https://${HOST}`;
const MARKETPLACE = `${url}/.claude-plugin/marketplace.json`;
const ID = `emporion-${HOST.replace(".", "-")}`;
let creator: TestAccount;
let proxy: string;
const home = new CleanHome();

beforeAll(async () => {
  creator = await makeAccount();
  await publishSealed({ name: names.free }, creator);
  await publishNow(buildSkillPackage({ name: names.unsealed }), creator);
  await publishQuarantined(names.bad, creator);
  proxy = await leadHere(await startFront());
});
afterAll(printResults);

const listen = async (server: net.Server) => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => void server.close());
  return (server.address() as AddressInfo).port;
};

/** TLS before the market. */
function startFront(): Promise<number> {
  const [key, cert] = [home.path("key.pem"), home.path("cert.pem")];
  const subject = ["-subj", `/CN=${HOST}`, "-addext", `subjectAltName=DNS:${HOST}`];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  execFileSync("openssl", ["req", "-x509", ...kind, "-keyout", key, "-out", cert, ...subject], {
    stdio: "ignore",
  });
  const front = https.createServer(
    { key: fs.readFileSync(key), cert: fs.readFileSync(cert) },
    (request, response) => {
      const { method, url: path, headers } = request;
      const passed = http.request(`${plain}${path ?? "/"}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      request.pipe(passed);
    },
  );
  return listen(front);
}

/** A proxy that knows the way to the market and to nothing else. */
async function leadHere(port: number): Promise<string> {
  const server = http.createServer((_, response) => response.writeHead(403).end());
  server.on("connect", (request, client: net.Socket) => {
    client.on("error", () => client.destroy());
    if (request.url !== `${HOST}:443`) return void client.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    const there = net.connect(port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      there.pipe(client).pipe(there);
    });
    there.on("error", () => client.destroy());
  });
  return `http://127.0.0.1:${await listen(server)}`;
}

function claude(...args: string[]) {
  const settings = {
    HTTPS_PROXY: proxy,
    NODE_EXTRA_CA_CERTS: home.path("cert.pem"),
    DISABLE_AUTOUPDATER: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  };
  const file = path.resolve(import.meta.dirname, "node_modules/@anthropic-ai/claude-code/cli-wrapper.cjs");
  return home.script(["claude", ...args].join(" "), file, args, settings).finished;
}

const installed = () =>
  (fs.readdirSync(home.path(".claude/plugins"), { recursive: true }) as string[]).filter((file) =>
    file.endsWith("SKILL.md"),
  );

describe("claude plugin", () => {
  test("finds no fault in the marketplace of the catalogue", async () => {
    const text = await (await fetch(`${plain}/.claude-plugin/marketplace.json`)).text();
    fs.mkdirSync(home.path(".claude-plugin"));
    fs.writeFileSync(home.path(".claude-plugin/marketplace.json"), text);
    const { code, text: said } = await claude(
      "plugin",
      "validate",
      home.path(".claude-plugin/marketplace.json"),
    );
    expect(said).toContain("Validation passed");
    expect(said).not.toContain("warning");
    expect(code).toBe(0);
  });

  test("adds the marketplace by its address and installs a skill from it", async () => {
    expect((await claude("plugin", "marketplace", "add", MARKETPLACE)).text).toContain(
      `added marketplace: ${ID}`,
    );
    const { code, text } = await claude("plugin", "install", `${names.free}@${ID}`);
    expect(text).toContain("Successfully installed");
    expect(code).toBe(0);
    const [file = ""] = installed();
    expect(file).toContain(`skills/${names.free}/SKILL.md`);
    expect(home.read(".claude/plugins", file)).toContain(`name: ${names.free}`);
  });

  test("finds no fault in the plugin itself", async () => {
    const [file = ""] = installed();
    const folder = home.path(".claude/plugins", file.slice(0, file.indexOf("/skills/")));
    const { code, text } = await claude("plugin", "validate", folder);
    expect(text).toContain("Validation passed");
    expect(code).toBe(0);
  });

  test("updates to a new version", async () => {
    await publishSealed({ name: names.free, version: "1.0.1" }, creator);
    await claude("plugin", "marketplace", "update", ID);
    const { code, text } = await claude("plugin", "update", `${names.free}@${ID}`);
    expect(text).toContain("1.0.1");
    expect(code).toBe(0);
  });

  test("keeps the audited skills of a person as a marketplace of its own", async () => {
    const address = `${url}/people/${creator.username}${new URL(MARKETPLACE).pathname}?audit=audited`;
    const { code, text } = await claude("plugin", "marketplace", "add", address);
    expect(code).toBe(0);
    const [, id = ""] = /added marketplace: (\S+)/.exec(text) ?? [];
    expect(id).not.toBe(ID);
    expect((await claude("plugin", "install", `${names.unsealed}@${id}`)).code).not.toBe(0);
    expect((await claude("plugin", "marketplace", "list")).text).toContain(ID);
  });

  test("installs a set of five as one plugin; one that is withdrawn is gone with the next update", async () => {
    const skills: string[] = [];
    for (let made = 0; made < 5; made++) skills.push((await publishNow(buildSkillPackage(), creator)).slug);
    const [actor, name] = [await getActorOf(creator.username), uniqueName("set")];
    const parts = skills.map((skill) => ({ skill, range: "*" }));
    await saveSet({ actor, name, description: "Five that belong together.", parts });
    const { text } = await claude(
      "plugin",
      "marketplace",
      "add",
      `${url}/sets/${name}${new URL(MARKETPLACE).pathname}`,
    );
    const [, id = ""] = /added marketplace: (\S+)/.exec(text) ?? [];
    expect(id).toBe(`${ID}-set-${name}`);
    expect((await claude("plugin", "install", `${name}@${id}`)).code).toBe(0);
    const ofSet = () => installed().filter((file) => file.includes(`/${name}/`));
    expect(ofSet()).toHaveLength(5);

    const [gone = ""] = skills;
    await yankVersion({ actor, skill: gone, version: "1.0.0", reason: "a fault" });
    await claude("plugin", "marketplace", "update", id);
    const updated = await claude("plugin", "update", `${name}@${id}`);
    expect(updated.text).toContain("updated");
    const newest = ofSet().filter((file) => !file.includes(`skills/${gone}/`));
    expect(newest).toHaveLength(8); // four of before, and four of now
  });

  test("does not find a skill in quarantine", async () => {
    expect((await claude("plugin", "install", `${names.bad}@${ID}`)).code).not.toBe(0);
  });
});
