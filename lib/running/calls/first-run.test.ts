import { beforeAll, describe, expect, test } from "vitest";
import { getSkill } from "@/lib/catalogue/skill-page/get-skill";
import { searchSkills } from "@/lib/search/search-skills";
import { validatePackage } from "@/lib/publishing/check-package";
import { callSkill } from "@/lib/running/calls/call-skill";
import { offerCall } from "@/lib/running/calls/offer-call";
import { runFreeSkill } from "@/lib/running/calls/run-free-skill";
import { replayExamples } from "@/lib/running/examples/replay-examples";
import { decideCallable, type CallFacts } from "@/lib/running/run-facts";
import { CallMarket } from "@/lib/running/testing/call-market";
import { explainObstacles, type CallObstacleCode } from "@/lib/skill-format/issues/call-obstacles";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  type SkillParts,
  type TestAccount,
} from "@/lib/testing/builders";

const PRICE_LAMPORTS = 50_000n;
const market = new CallMarket();

let publisher: TestAccount;
beforeAll(async () => {
  publisher = await makeAccount();
  await market.context.connection.requestAirdrop(publisher.address, 1_000_000_000n);
});

/** A skill with a price whose `hello` example is run once it is listed, as the worker does. */
async function publishPriced({ files, frontMatter, ...parts }: SkillParts = {}) {
  const paid = { lamports: PRICE_LAMPORTS, payee: publisher.address };
  const skillPackage = buildSkillPackage({
    paid,
    ...parts,
    files: files ?? {},
    frontMatter: frontMatter ?? {},
  });
  const { calling } = await validatePackage(skillPackage);
  const published = await publishNow(skillPackage, publisher, { hasRun: false });
  await replayExamples(published.versionId);
  return { ...published, calling };
}

/** What everybody sees of it. */
async function seen(slug: string) {
  const { runnable, obstacles, priceLamports } = await getSkill(slug);
  // Without words, as a search that finds nothing is widened.
  const search = { author: publisher.username, price: "paid", sort: "newest" } as const;
  const paid = (await searchSkills(search)).rows.some((row) => row.slug === slug);
  const counted = (await searchSkills({ q: slug })).facets.price;
  return { runnable, codes: obstacles.map(({ code }) => code), priceLamports, paid, counted, obstacles };
}

const quote = (skill: string) =>
  offerCall({ skill, payerAddress: market.buyer.publicKey.toBase58(), input: { text: "a" } });

/** How its entry point and files are given, beside the usual ones. */
const startedBy = (entry_point: string, runtime: string) => ({
  interface: { type: "cli", runtime, entry_point, call_pattern: "stdin_stdout" },
  runtime: {
    docker_image: "exo-runtime",
    docker_image_hash: `sha256:${"a".repeat(64)}`,
    entrypoint: entry_point,
    timeout_seconds: 30,
  },
});
const ECHO_JS =
  'let t = "";\nfor await (const c of process.stdin) t += c;\nconsole.log(JSON.stringify({ echo: JSON.parse(t).text }));\n';
const ECHO_PY = "import json, sys\njson.dump({'echo': json.load(sys.stdin)['text']}, sys.stdout)\n";

interface Attack {
  what: string;
  parts: SkillParts;
  code: CallObstacleCode;
  /** What checking says before anything is uploaded. */
  told?: string;
}

const python = (text: string, more: Record<string, string> = {}) => ({
  files: { "scripts/main.py": text, ...more },
});
const node = (name: string, text: string) => ({
  files: { [name]: text },
  frontMatter: startedBy(name, "node"),
});

const ATTACKS: Attack[] = [
  {
    what: "imports requests",
    parts: python(`import requests\n${ECHO_PY}`),
    code: "CALL_MODULE",
    told: "scripts/main.py#requests",
  },
  {
    what: "requires lodash",
    parts: node("main.js", `const _ = require("lodash");\n${ECHO_JS}`),
    code: "CALL_MODULE",
    told: "main.js#lodash",
  },
  {
    what: "is TypeScript",
    parts: node("main.ts", "const a: string = 'x';\n"),
    code: "CALL_TYPESCRIPT",
    told: "main.ts",
  },
  {
    what: "has syntax of a later Python",
    parts: python(`type A = int\n${ECHO_PY}`),
    code: "CALL_NOT_RUN",
    told: "scripts/main.py#type … = … (Python 3.12)",
  },
  {
    what: "has syntax that no Node.js reads",
    parts: node("main.mjs", `@log class A {}\n${ECHO_JS}`),
    code: "CALL_NOT_RUN",
    told: 'main.mjs#"@log class A {}"',
  },
  {
    what: "writes where nothing can be written",
    parts: {
      ...python(`open("/var/cache/x", "w").close()\n${ECHO_PY}`),
      frontMatter: { permissions: { network: false, filesystem: true, subprocess: false, env_vars: [] } },
    },
    code: "CALL_NOT_RUN",
    told: "scripts/main.py#/var/cache/x",
  },
  {
    what: "imports a part of its package that is not there",
    parts: python(`import lib.parse\n${ECHO_PY}`, { "scripts/lib/other.py": "" }),
    code: "CALL_MODULE",
    told: "scripts/main.py#lib.parse",
  },
  // thought of afterwards
  {
    what: "imports what its own module imports",
    parts: python(`import util\n${ECHO_PY}`, { "scripts/util.py": "import numpy\n" }),
    code: "CALL_MODULE",
    told: "scripts/util.py#numpy",
  },
  {
    what: "imports beside another folder",
    parts: python(`import helpers.a\n${ECHO_PY}`, { "helpers/a.py": "" }),
    code: "CALL_MODULE",
    told: "scripts/main.py#helpers.a",
  },
  {
    what: "imports within the function it calls",
    parts: python(`def f():\n    import requests\nf()\n${ECHO_PY}`),
    code: "CALL_NOT_RUN",
    told: "scripts/main.py#requests",
  },
  {
    what: "asks the network",
    parts: {
      ...python(`import urllib.request\nurllib.request.urlopen("http://a.example")\n${ECHO_PY}`),
      frontMatter: { permissions: { network: true, filesystem: false, subprocess: false, env_vars: [] } },
    },
    code: "CALL_NETWORK",
    told: "scripts/main.py#urllib.request",
  },
  {
    what: "starts a program that is not there",
    parts: { files: { "main.sh": "xmllint --version\n" }, frontMatter: startedBy("main.sh", "bash") },
    code: "CALL_NOT_RUN",
    told: "main.sh#xmllint",
  },
  {
    what: "declares its own failure as an example",
    parts: {
      ...python(
        "import json\nprint(json.dumps({'error': 'requests is not installed'}))\nraise SystemExit(1)\n",
      ),
      frontMatter: {
        examples: [{ name: "no", input: { text: "a" }, output: { error: "requests is not installed" } }],
      },
    },
    code: "CALL_NOT_RUN",
  },
  {
    what: "declares no example",
    parts: { frontMatter: { examples: [] } },
    code: "CALL_NOT_RUN",
    told: "pricing",
  },
];

test.each(ATTACKS)(
  "a priced skill that $what is not sold, and says why everywhere",
  async ({ parts, code, told }) => {
    const { slug, obstacles, calling } = await publishPriced(parts);
    if (told !== undefined) expect(calling.issues.map(({ path }) => path)).toContain(told);
    expect(obstacles.map((each) => each.code)).toContain(code);
    const shown = await seen(slug);
    expect(shown).toMatchObject({ runnable: false, codes: [code], priceLamports: "0", paid: false });
    expect(shown.counted).toEqual([
      { value: "free", count: 1 },
      { value: "paid", count: 0 },
    ]);
    const why = {
      code: "SKILL_NOT_RUNNABLE",
      message: explainObstacles(shown.obstacles),
      details: { reason: code },
    };
    await expect(quote(slug)).rejects.toMatchObject(why);
    const call = { skill: slug, input: { text: "a" }, admit: () => Promise.resolve() };
    await expect(callSkill(call)).rejects.toMatchObject(why);
    await expect(runFreeSkill(call)).rejects.toMatchObject(why);
  },
);

describe("a price comes into force", () => {
  test("with the first example that is proven", async () => {
    const { slug, versionId } = await publishPriced();
    expect(await seen(slug)).toMatchObject({ runnable: true, codes: [], priceLamports: "50000", paid: true });
    expect((await quote(slug)).quote.priceLamports).toBe(PRICE_LAMPORTS);
    const { ranAt } = await market.database().skillVersion.findUniqueOrThrow({ where: { id: versionId } });
    await replayExamples(versionId);
    const after = await market.database().skillVersion.findUniqueOrThrow({ where: { id: versionId } });
    expect([after.ranAt, after.runnable]).toEqual([ranAt, true]);
  });

  test("with a run of its publisher that gives a valid answer, and with no other", async () => {
    const { slug } = await publishPriced({ frontMatter: { examples: [] } });
    const stranger = await makeAccount();
    const by = (account: TestAccount, input: unknown) =>
      runFreeSkill({ skill: slug, input, accountId: account.accountId });
    await expect(by(stranger, { text: "a" })).rejects.toMatchObject({ code: "SKILL_NOT_RUNNABLE" });
    await expect(by(publisher, { wrong: 1 })).rejects.toMatchObject({ code: "INPUT_INVALID" });
    expect(await seen(slug)).toMatchObject({ runnable: false });
    expect((await by(publisher, { text: "a" })).run).toMatchObject({ state: "DONE", output: { echo: "a" } });
    expect(await seen(slug)).toMatchObject({ runnable: true, priceLamports: "50000", paid: true });
    await expect(by(publisher, { text: "a" })).rejects.toMatchObject({ code: "PAYMENT_REQUIRED" });
  });

  test("not by a run that fails", async () => {
    const { slug } = await publishPriced(python("raise SystemExit(3)\n"));
    const { run } = await runFreeSkill({ skill: slug, input: { text: "a" }, accountId: publisher.accountId });
    expect(run.state).toBe("FAILED");
    expect(await seen(slug)).toMatchObject({ runnable: false, priceLamports: "0" });
  });

  test("once, whoever is at it at the same time", async () => {
    const { slug, versionId } = await publishPriced({ frontMatter: { examples: [] } });
    const run = () => runFreeSkill({ skill: slug, input: { text: "a" }, accountId: publisher.accountId });
    await Promise.allSettled([run(), run(), replayExamples(versionId)]);
    expect(await seen(slug)).toMatchObject({ runnable: true, paid: true });
  });
});

describe("what decides", () => {
  const missing = { code: "CALL_MODULE", names: ["requests"] } as const;
  const waits = { code: "CALL_NOT_RUN", names: [] } as const;
  const at = new Date(0);
  test.each<[Omit<CallFacts, "obstacles"> & { obstacles: object[] }, string[]]>([
    [{ obstacles: [], priceLamports: 0n, ranAt: null }, []],
    [{ obstacles: [], priceLamports: 0n, ranAt: at }, []],
    [{ obstacles: [], priceLamports: 1n, ranAt: null }, ["CALL_NOT_RUN"]],
    [{ obstacles: [], priceLamports: 1n, ranAt: at }, []],
    [{ obstacles: [waits], priceLamports: 1n, ranAt: null }, ["CALL_NOT_RUN"]],
    [{ obstacles: [waits], priceLamports: 1n, ranAt: at }, []],
    [{ obstacles: [waits], priceLamports: 0n, ranAt: null }, []],
    [{ obstacles: [missing], priceLamports: 0n, ranAt: null }, ["CALL_MODULE"]],
    [{ obstacles: [missing], priceLamports: 1n, ranAt: null }, ["CALL_MODULE"]],
    [{ obstacles: [missing], priceLamports: 1n, ranAt: at }, ["CALL_MODULE"]],
    [{ obstacles: [missing, waits], priceLamports: 1n, ranAt: at }, ["CALL_MODULE"]],
  ])("%o: %o", (facts, codes) => {
    const decided = decideCallable(facts as CallFacts);
    expect([decided.obstacles.map(({ code }) => code), decided.runnable]).toEqual([
      codes,
      codes.length === 0,
    ]);
  });
});
