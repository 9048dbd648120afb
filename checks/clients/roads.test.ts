import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { createElement } from "react";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startHttpsMarket } from "./testing/https-market";
import { CleanHome, printResults } from "./testing/stock-client";
import { publishSealed, sealVersion } from "./testing/stock-market";
import { newProject } from "@/cli/testing/served-market";
import { SetTable } from "@/components/sets/set-table";
import { InstallBox } from "@/components/skill/install/install-box";
import { htmlOf } from "@/components/testing/html-of";
import { PriceBuys } from "@/components/ui/price-buys";
import { getSet } from "@/lib/catalogue/sets/get-set";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import type { Actor } from "@/lib/identity/actor";
import { assemblePackage, readZipFiles } from "@/lib/package";
import { priceSentence } from "@/lib/platform/i18n/what-price-buys";
import { yankVersion } from "@/lib/publishing/yank-version";
import { WALLET_PLACEHOLDER } from "@/lib/publishing/seed-catalogue";
import { saveSet } from "@/lib/registry/sets/save-set";
import { getActorOf, makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

// A set of five skills of the starter catalogue, installed by each road that leads here; one of them is withdrawn
// afterwards. Each road is told the same: the others as they were sealed, and of that one why it is not given.
testDatabase();
testBlobStore();
const { url, plain, settings } = await startHttpsMarket();
const SET = "first-five";
const PARTS = ["csv-profile", "json-diff", "text-wrap", "markdown-toc", "jwt-decode"];
const PRICES: Record<string, bigint> = { "jwt-decode": 5_000n };
const PRICED = "jwt-decode";
const GONE = "json-diff";
const REASON = "It reports a moved row as two changes.";

/** What a road gave: the digest of each skill that came, and all that it said. */
interface Given {
  digests: Map<string, string>;
  text: string;
}

/** The digests that the seals name. */
const sealed = new Map<string, string>();
let actor: Actor;

beforeAll(async () => {
  const creator = await makeAccount();
  actor = await getActorOf(creator.username);
  for (const slug of PARTS) {
    const folder = path.resolve("prisma/catalogue", slug);
    const files = listFiles(folder).map((file) => ({
      path: file,
      bytes: Buffer.from(
        fs.readFileSync(path.join(folder, file), "latin1").replaceAll(WALLET_PLACEHOLDER, creator.address),
        "latin1",
      ),
    }));
    const priceLamports = PRICES[slug] ?? 0n;
    const { versionId } = await publishNow(assemblePackage(files, slug), creator, {
      source: "catalogue",
      priceLamports,
    });
    await sealVersion(versionId);
    const { seals } = await getSkill(slug);
    sealed.set(slug, seals[0]?.packageDigest ?? "no seal");
  }
  // What is no part of the set comes by no road.
  await publishSealed({}, creator);
  const parts = PARTS.map((skill) => ({ skill, range: "^1.0.0" }));
  await saveSet({ actor, name: SET, description: "Five of the starter catalogue.", parts });
});
afterAll(printResults);

const listFiles = (folder: string) =>
  (fs.readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => fs.statSync(path.join(folder, name)).isFile())
    .map((name) => name.split(path.sep).join("/"));

const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");

/** The digest that a seal names, by the rule that docs/clients.md gives to everybody. */
function digestOf(files: readonly { path: string; sha256: string }[]): string {
  const lines = files
    .toSorted((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)))
    .map(({ path: file, sha256: digest }) => `${digest}  ${file}\n`);
  return `sha256:${sha256(lines.join(""))}`;
}

/** Of each skill that lies in a folder of folders; what a client writes beside the files of a skill is not counted. */
function digestsIn(folder: string, except: RegExp = /^$/): Map<string, string> {
  const slugs = fs.existsSync(folder) ? PARTS.filter((slug) => fs.existsSync(path.join(folder, slug))) : [];
  return new Map(
    slugs.map((slug) => {
      const files = listFiles(path.join(folder, slug)).filter((file) => !except.test(file));
      const read = (file: string) => sha256(fs.readFileSync(path.join(folder, slug, file)));
      return [slug, digestOf(files.map((file) => ({ path: file, sha256: read(file) })))];
    }),
  );
}

function unzip(bytes: Uint8Array): Map<string, Uint8Array> {
  const read = readZipFiles(bytes, { maxArchiveBytes: 1e8, maxUnpackedBytes: 1e8, maxEntries: 10_000 });
  if (!read.ok) throw new Error(read.issue.message);
  return new Map(read.files.map((file) => [file.path, file.bytes]));
}

/** The address of the market, as this process reaches it. */
const reach = (address: string) => fetch(address.replace(url, plain));
const describeHeaders = (answer: Response) =>
  `x-left-out: ${decodeURIComponent(answer.headers.get("x-left-out") ?? "")}`;

/** A client of MCP that speaks 2026-07-28. */
async function connect(search = "") {
  const client = new Client(
    { name: "stock-host", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(`${plain}/mcp${search}`)));
  return { client, close: () => client.close() };
}

const ROADS: Record<string, () => Promise<Given>> = {
  "emporion add set:": async () => {
    const project = newProject(plain);
    const { stdout, stderr } = await project.run(`add set:${SET}`);
    return { digests: digestsIn(project.at(".claude/skills")), text: stdout + stderr };
  },

  "Claude Code, marketplace of the set": async () => {
    const home = new CleanHome(settings);
    const added = await home.claude(
      "plugin",
      "marketplace",
      "add",
      `${url}/sets/${SET}/.claude-plugin/marketplace.json`,
    );
    const [, id = ""] = /added marketplace: (\S+)/.exec(added.text) ?? [];
    const done = await home.claude("plugin", "install", `${SET}@${id}`);
    const detail = await home.claude("plugin", "details", `${SET}@${id}`);
    const known = JSON.parse(home.read(".claude/plugins/installed_plugins.json")) as {
      plugins: Record<string, { installPath: string }[]>;
    };
    const place = known.plugins[`${SET}@${id}`]?.[0]?.installPath ?? "";
    return {
      digests: digestsIn(path.join(place, "skills")),
      text: [added, done, detail].map(({ text }) => text).join("\n"),
    };
  },

  "skills add, the page of the set": async () => {
    const home = new CleanHome(settings);
    const { text } = await home.run("skills", "add", `${url}/sets/${SET}`, "-a", "claude-code", "-y");
    return { digests: digestsIn(home.path(".claude/skills")), text };
  },

  "skills add, each": async () => {
    const home = new CleanHome(settings);
    let text = "";
    for (const slug of PARTS)
      text += (await home.run("skills", "add", `${url}/skills/${slug}`, "-a", "claude-code", "-y")).text;
    return { digests: digestsIn(home.path(".claude/skills")), text };
  },

  "clawhub install, each": async () => {
    const home = new CleanHome(settings);
    let text = "";
    for (const slug of PARTS)
      text += (
        await home.run(
          "clawhub",
          "--site",
          url,
          "--workdir",
          home.directory,
          "--no-input",
          "install",
          slug,
          "--force",
        )
      ).text;
    return { digests: digestsIn(home.path("skills"), /^(\.clawhub\/|_meta\.json$)/), text };
  },

  "MCP, skills/list?skills=": async () => {
    const { client, close } = await connect(`?skills=set:${SET}`);
    const skills = new SkillsClient(client);
    const listed = await skills.list();
    const digests = new Map<string, string>();
    let text = `${client.getInstructions() ?? ""}\n`;
    for (const { uri } of listed.skills) {
      const { skill } = await skills.get(uri);
      const files: { path: string; sha256: string }[] = [];
      for (const file of skill.resources as { uri: string }[]) {
        const { bytes, verified } = await skills.read(skill, file.uri);
        expect(verified).toBe(true);
        files.push({
          path: decodeURIComponent(file.uri.replace(/^skill:\/\/[^/]+\//, "")),
          sha256: sha256(bytes),
        });
      }
      digests.set(String(skill.frontmatter.name), digestOf(files));
    }
    for (const slug of PARTS.filter((each) => !digests.has(each)))
      text += await skills.get(`skill://${slug}/SKILL.md`).then(
        () => "given",
        (error: Error) => error.message,
      );
    await close();
    return { digests, text };
  },

  "git clone, each": async () => {
    const home = new CleanHome(settings);
    let text = "";
    for (const slug of PARTS) text += (await home.git(["clone", `${url}/skills/${slug}.git`])).text;
    return { digests: digestsIn(home.directory, /^(\.git\/|\.gitattributes$)/), text };
  },

  "plugin archive of the set": async () => {
    const answer = await reach(`${url}/plugins/sets/${SET}/plugin.zip`);
    const files = unzip(await answer.bytes());
    const digests = new Map(
      PARTS.flatMap((slug) => {
        const own = [...files].filter(([file]) => file.startsWith(`skills/${slug}/`));
        const named = own.map(([file, bytes]) => ({
          path: file.slice(`skills/${slug}/`.length),
          sha256: sha256(bytes),
        }));
        return own.length === 0 ? [] : [[slug, digestOf(named)] as const];
      }),
    );
    return {
      digests,
      text: `${Buffer.from(files.get("plugin.json") ?? []).toString()}\n${describeHeaders(answer)}`,
    };
  },

  "converted packages of the set": async () => {
    const answer = await reach(`${url}/v1/sets/${SET}/download?platform=ClaudeCode`);
    const files = unzip(await answer.bytes());
    const digests = new Map<string, string>();
    for (const [file, bytes] of files) {
      if (!file.endsWith("/manifest.json")) continue;
      const read = JSON.parse(Buffer.from(bytes).toString()) as {
        format?: string;
        skill: { name: string };
        files: { path: string; lies_at: string }[];
      };
      if (read.format !== "emporion-conversion/1") continue;
      const published = read.files.map(({ path: name, lies_at: place }) => ({
        path: name,
        sha256: sha256([...files].find(([at]) => at === place || at.endsWith(`/${place}`))?.[1] ?? ""),
      }));
      digests.set(read.skill.name, digestOf(published));
    }
    return { digests, text: describeHeaders(answer) };
  },

  "API: the set, and each archive": async () => {
    let text = await (await reach(`${url}/v1/sets/${SET}`)).text();
    const digests = new Map<string, string>();
    for (const slug of PARTS) {
      const answer = await reach(`${url}/v1/skills/${slug}/download`);
      if (!answer.ok) {
        text += await answer.text();
        continue;
      }
      const files = [...unzip(await answer.bytes())];
      const named = files.map(([file, bytes]) => ({
        path: file.replace(`${slug}/`, ""),
        sha256: sha256(bytes),
      }));
      digests.set(slug, digestOf(named));
      expect(answer.headers.get("x-skill-package-digest")).toBe(digests.get(slug));
    }
    return { digests, text };
  },
};

const table: string[] = [];
afterAll(() => {
  const file = process.env["ROADS_TABLE"];
  if (file !== undefined) fs.writeFileSync(file, `${table.join("\n")}\n`);
});

/** What a client says in words of its own: it shows nothing of what the market answers. */
const SAID: Record<string, string> = {
  "skills add, the page of the set": "Found 4 skills",
  "skills add, each": `No skills found for the scoped path '/skills/${GONE}'`,
};

/** The lock file of somebody who had installed the set before. */
let lockFile = "";

describe("before", () => {
  test.each(Object.keys(ROADS))("%s gives all five as they were sealed", async (road) => {
    const { digests, text } = (await ROADS[road]?.()) ?? { digests: new Map(), text: "" };
    table.push(`BEFORE ${road}\n${[...digests.keys()].join(" ")}\n${text.trim()}\n`);
    expect(Object.fromEntries(digests)).toEqual(Object.fromEntries(sealed));
  });

  test("emporion ci gives all five of the lock file", async () => {
    const first = newProject(plain);
    await first.run(`add set:${SET}`);
    lockFile = first.read("emporion.lock.json");
    const { digests, text, code } = await installLocked();
    table.push(`BEFORE emporion ci\n${[...digests.keys()].join(" ")}\n${text}\n`);
    expect(code).toBe(0);
    expect(Object.fromEntries(digests)).toEqual(Object.fromEntries(sealed));
  });
});

async function installLocked() {
  const project = newProject(plain);
  project.write({ "emporion.lock.json": lockFile });
  const { code, stdout, stderr } = await project.run("ci");
  return { code, digests: digestsIn(project.at(".claude/skills")), text: stdout + stderr };
}

describe("after one was withdrawn", () => {
  beforeAll(() => yankVersion({ actor, skill: GONE, version: "1.0.0", reason: REASON }));
  const four = () => Object.fromEntries([...sealed].filter(([slug]) => slug !== GONE));

  test.each(Object.keys(ROADS))("%s gives the other four, and says why", async (road) => {
    const { digests, text } = (await ROADS[road]?.()) ?? { digests: new Map(), text: "" };
    table.push(`AFTER ${road}\n${[...digests.keys()].join(" ")}\n${text.trim()}\n`);
    expect(Object.fromEntries(digests)).toEqual(four());
    expect(text).toContain(SAID[road] ?? REASON);
  });

  // As registries of packages have it: what a project has locked by its digest goes on, with a warning.
  test("emporion ci gives what is locked all the same, and says why nobody else gets it", async () => {
    const { digests, text, code } = await installLocked();
    table.push(`AFTER emporion ci\n${[...digests.keys()].join(" ")}\n${text}\n`);
    expect(code).toBe(0);
    expect(Object.fromEntries(digests)).toEqual(Object.fromEntries(sealed));
    expect(text).toContain(`${GONE} 1.0.0: its publisher withdrew this version: ${REASON}`);
  });
});

/** Where somebody is shown a price: what stands there beside it. */
const DOORS: Record<string, () => Promise<string> | string> = {
  "the page of a skill": async () => {
    const skill = await getSkill(PRICED);
    return htmlOf(
      createElement(InstallBox, { skill, installs: { mode: "auto", agents: [], ways: [] }, origin: url }),
    );
  },
  "the page of a set": async () => htmlOf(createElement(SetTable, { set: await getSet(SET) })),
  "the step of publishing where a price is set": () =>
    htmlOf(createElement(PriceBuys, { priceLamports: 1n })),
  "emporion add": async () => {
    const { stdout, stderr } = await newProject(plain).run(`add ${PRICED}`);
    return stdout + stderr;
  },
  "the index that skills reads": () => textAt(`/skills/${PRICED}/.well-known/agent-skills/index.json`),
  "the same of a set": () => textAt(`/sets/${SET}/.well-known/agent-skills/index.json`),
  "clawhub inspect": async () => (await clawhub("inspect", PRICED)).text,
  "clawhub skill verify --card": async () => (await clawhub("skill", "verify", PRICED, "--card")).text,
  "MCP, skills/get": async () => {
    const { client, close } = await connect();
    const { skill } = await new SkillsClient(client).get(`skill://${PRICED}/SKILL.md`);
    await close();
    return JSON.stringify(skill);
  },
  "MCP, search": () => callTool("search", { query: PRICED }),
  "MCP, activate_skills": () => callTool("activate_skills", { ids: [PRICED] }),
  "the marketplace": () => textAt(`/.claude-plugin/marketplace.json?q=${PRICED}`),
  "the marketplace of a set": () => textAt(`/sets/${SET}/.claude-plugin/marketplace.json`),
  "git clone": async () => (await new CleanHome(settings).git(["clone", `${url}/skills/${PRICED}.git`])).text,
  "A2A, a message": async () => {
    const message = { messageId: "1", role: "ROLE_USER", parts: [{ text: PRICED }] };
    const answer = await fetch(`${plain}/a2a`, {
      method: "POST",
      headers: { "content-type": "application/json", "a2a-version": "1.0" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message } }),
    });
    return answer.text();
  },
  "API, a skill": () => textAt(`/v1/skills/${PRICED}`),
  "API, a set": () => textAt(`/v1/sets/${SET}`),
};

const textAt = async (address: string) => (await fetch(plain + address)).text();

function clawhub(...args: string[]) {
  const home = new CleanHome(settings);
  return home.run("clawhub", "--site", url, "--workdir", home.directory, "--no-input", ...args);
}

async function callTool(name: string, args: Record<string, unknown>): Promise<string> {
  const { client, close } = await connect();
  const answer = await client.callTool({ name, arguments: args });
  await close();
  return JSON.stringify(answer);
}

/** What the one sentence denies, in the words that doors have used: that files cost, or that a price opens them. */
const AGAINST = [
  /(buy|pay|paid|purchase|price)[^.;"]{0,40}\b(file|files|package|download|installing|install)\b/i,
  /\b(file|files|package|download|installing|install)\b[^.;"]{0,40}(costs?|must be paid|after (the )?payment|once paid)/i,
];

describe("what a price buys", () => {
  const sentence = priceSentence({ priceLamports: PRICES[PRICED] ?? 0n }) ?? "";

  test.each(Object.keys(DOORS))("%s says it in the one sentence, and nothing against it", async (door) => {
    const text = ((await DOORS[door]?.()) ?? "").replaceAll(/<[^>]+>/g, "");
    expect(text).toContain(sentence);
    const rest = text.replaceAll(sentence, "").replaceAll(/\s+/g, " ");
    for (const against of AGAINST) expect(rest).not.toMatch(against);
  });
});
