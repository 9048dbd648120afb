import fs from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CleanHome, printResults } from "./testing/stock-client";
import { startMarket } from "./testing/stock-market";
import { type Generated, HEY_API, ORVAL, type OpenApi, writeCalls } from "./testing/write-calls";
import { assertAsDocumented } from "@/api/testing/assert-as-documented";
import { makeExampleMarket, SIGNED_FOR_A_MARKET } from "@/api/testing/example-market";
import { makeKeyHolder } from "@/api/testing/keys";
import { CallMarket } from "@/lib/running/testing/call-market";
import { testBlobStore } from "@/lib/testing/builders";

testBlobStore();
const url = await startMarket();
makeExampleMarket(new CallMarket());
const document = `${url}/openapi.json`;
let description: OpenApi;
beforeAll(async () => {
  description = (await (await fetch(document)).json()) as OpenApi;
});
afterAll(printResults);

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    target: "es2023",
    lib: ["es2023", "dom", "dom.iterable"],
    module: "nodenext",
    types: [],
    rootDir: ".",
    outDir: "compiled",
  },
  include: ["*.ts", "generated"],
};

interface Seen {
  id: string;
  status: number;
  type: string | null;
  body: unknown;
}

/** Something of the request is not as the market takes it: no request of the examples is refused so. */
const NOT_UNDERSTOOD = [400, 405, 413, 415];
/** Operations that share a handler and differ in the kind of body, and others whose body is no JSON: their examples do what they ask for. */
const OF_ONE_KIND = [
  "uploadSkill",
  "uploadArchive",
  "previewUpload",
  "previewArchive",
  "validateSkill",
  "validateArchive",
  "validateText",
  "validatePlugin",
  "publishPlugin",
  "registerOwner",
];

interface Generator {
  name: "openapi-ts" | "orval";
  flag: string;
  generated: Generated;
  config: object;
}

test.each<Generator>([
  {
    name: "openapi-ts",
    flag: "--file",
    generated: HEY_API,
    config: {
      input: document,
      output: { path: "generated", module: { extension: ".js" } },
      plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
    },
  },
  {
    name: "orval",
    flag: "--config",
    generated: ORVAL,
    config: {
      market: {
        input: document,
        output: {
          target: "generated.ts",
          client: "fetch",
          baseUrl: { getBaseUrlFromSpecification: true },
        },
      },
    },
  },
])(
  "what $name generates compiles, and reaches every operation",
  async ({ name, flag, generated, config }) => {
    const home = new CleanHome();
    const write = (file: string, text: string) => fs.writeFileSync(home.path(file), text);
    const { key } = await makeKeyHolder();
    write("package.json", '{ "type": "module" }');
    write("tsconfig.json", JSON.stringify(TSCONFIG));
    write("config.mjs", `export default ${JSON.stringify(config)};`);
    expect(await home.run(name, flag, "config.mjs")).toMatchObject({ code: 0 });
    write("calls.ts", writeCalls(generated, description, { market: url, key, word: name }));
    expect(await home.run("tsc", "--project", ".")).toEqual({ code: 0, text: "" });
    const calls = home.script(`what ${name} generated`, home.path("compiled/calls.js"), []);
    const { code, text } = await calls.finished;
    expect(code, text).toBe(0);

    const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, responses }]) => ({
        id: operationId,
        at: { path, method },
        statuses: Object.keys(responses),
      })),
    );
    const lines = text.split("\n").filter((line) => line.startsWith("{"));
    const seen = new Map(lines.map((line) => JSON.parse(line) as Seen).map((each) => [each.id, each]));
    expect([...seen.keys()]).toEqual(operations.map(({ id }) => id));
    for (const { id, at, statuses } of operations) {
      const { status = 0, type, body } = seen.get(id) ?? {};
      const said = `${id}: ${status} ${JSON.stringify(body)?.slice(0, 500)}`;
      expect(statuses, said).toContain(String(status));
      if (id !== SIGNED_FOR_A_MARKET) expect(NOT_UNDERSTOOD, said).not.toContain(status);
      if (OF_ONE_KIND.includes(id)) expect([200, 201, 202], said).toContain(status);
      if (type?.endsWith("json")) assertAsDocumented(at, { status, type, body });
    }
  },
);
