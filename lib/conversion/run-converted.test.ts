import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { CONVERSION_TARGETS, type ConversionTarget } from "@/lib/skill-format";
import { inShort } from "@/lib/testing/full-form";
import { convertSkill, writeConvertedArchive } from "./convert-skill";
import { archiveName, INSTALL_PLACES } from "./install-commands";
import { catalogueSource, smallSource } from "./testing/sources";
import { shell, Unpacked } from "./testing/unpacked";

const unpacked = new Unpacked();
/** One skill of the starter catalogue for each language. */
const SKILLS = ["unit-conversion", "json-diff", "text-wrap"];
const FOLDERS: Partial<Record<ConversionTarget, (slug: string) => string>> = {
  OpenClaw: (slug) => slug,
  ClaudeCodeAgentSkill: (slug) => slug,
  Cursor: (slug) => slug,
  CodexCLI: (slug) => slug,
  GeminiCLI: (slug) => `${slug}/skills/${slug}`,
};

describe.each(SKILLS)("%s", (slug) => {
  const source = catalogueSource(slug);
  const [example] = source.manifest.examples;

  it.each(inShort(Object.entries(FOLDERS), (_, at) => slug === SKILLS[0] || at === 0))(
    "answers its example by the command in SKILL.md for %s",
    (target, folderOf) => {
      const { project, files } = unpacked.unpack(source, target as ConversionTarget);
      const folder = path.join(project, folderOf(slug));
      const skillMd = files.get(target === "GeminiCLI" ? `skills/${slug}/SKILL.md` : "SKILL.md") ?? "";
      const [, command = ""] = /```sh\n([^]*?)\n```/.exec(skillMd) ?? [];
      const answer = shell(command.replaceAll("{baseDir}", folder), folder);
      expect(answer).toMatchObject({ status: 0, stderr: "" });
      expect(JSON.parse(answer.stdout)).toEqual(example?.output);
    },
  );

  it.each(inShort(source.manifest.examples, (_, at) => at === 0))(
    "answers $name by the runner of Claude Code's command",
    ({ input, output }) => {
      const { project, files } = unpacked.unpack(source, "ClaudeCode");
      const [, command = ""] = /```sh\n([^]*?)\n```/.exec(files.get(`commands/${slug}.md`) ?? "") ?? [];
      const answer = shell(
        command.replace("\n{}\n", () => `\n${JSON.stringify(input)}\n`),
        project,
      );
      expect(answer).toMatchObject({ status: 0, stderr: "" });
      expect(JSON.parse(answer.stdout)).toEqual(output);
    },
  );

  it("answers its examples over HTTP, as its OpenAPI document says", async () => {
    const { project, files } = unpacked.unpack(source, "CustomAgent");
    const address = await unpacked.serve(path.join(project, slug));
    for (const { input, output } of source.manifest.examples) {
      const answer = await post(address, JSON.stringify(input));
      expect([answer.status, await answer.json()]).toEqual([200, output]);
    }
    const document: unknown = await (await fetch(`${address}/openapi.json`)).json();
    expect(document).toEqual(JSON.parse(files.get("openapi.json") ?? ""));
    expect(document).toMatchObject({
      paths: {
        "/run": { post: { requestBody: { content: { "application/json": { example: example?.input } } } } },
      },
    });
  });
});

const SHOWS_ALL = `import json, os, sys
json.dump({"given": json.load(sys.stdin), "names": sorted(os.environ), "key": os.environ.get("API_KEY")}, sys.stdout)
`;
const secretive = smallSource({ permissions: "{env_vars: [API_KEY]}" }, { "scripts/main.py": SHOWS_ALL });
const SECRETS = { API_KEY: "declared", AWS_SECRET_ACCESS_KEY: "not declared" };

describe("a wrapper", () => {
  it.each([
    ["ClaudeCodeAgentSkill", "bash emporion/run.sh"],
    ["OpenClaw", "python3 emporion/openclaw_wrapper.py"],
  ] as const)("for %s passes on declared variables and no others", (target, command) => {
    const { project } = unpacked.unpack(secretive, target);
    const { stdout } = shell(command, path.join(project, "small-skill"), '{"a":1}', SECRETS);
    const answer = JSON.parse(stdout) as { given: unknown; names: string[]; key: string };
    expect(answer).toMatchObject({ given: { a: 1 }, key: "declared" });
    expect(answer.names).not.toContain("AWS_SECRET_ACCESS_KEY");
  });

  it("in bash says what is missing", () => {
    const { project } = unpacked.unpack(secretive, "Cursor");
    const folder = path.join(project, "small-skill");
    expect(shell("env -u API_KEY bash emporion/run.sh", folder, "{}")).toMatchObject({
      status: 1,
      stdout: '{"error":"The environment variable API_KEY is not set."}\n',
    });
    expect(shell("bash emporion/run.sh nowhere.json", folder)).toMatchObject({
      status: 1,
      stdout: '{"error":"the input file cannot be read"}\n',
    });
    expect(shell("PATH=/nowhere /bin/bash emporion/run.sh", folder, "{}").status).not.toBe(0);
  });

  const NAMES = ["query", `it's "quoted" $HOME`, "名前"];
  const demanding = (runtime: string, entry: string, code: string) =>
    smallSource(
      {
        interface: `{type: cli, entry_point: ${entry}, runtime: ${runtime}, call_pattern: stdin_stdout}`,
        input_schema: JSON.stringify({ type: "object", properties: {}, required: NAMES }),
      },
      { [entry]: code },
    );
  it.each([
    ["python3", "Cursor", demanding("python3", "main.py", "print('{}')")],
    ["node", "Cursor", demanding("node", "main.mjs", "console.log('{}')")],
    ["bash", "CodexCLI", demanding("bash", "main.sh", "cat > /dev/null; echo '{}'")],
    ["python3", "OpenClaw", demanding("python3", "main.py", "print('{}')")],
  ] as const)("of a skill in %s for %s says what the input lacks before it starts", (_, target, source) => {
    const { project } = unpacked.unpack(source, target);
    const command = target === "OpenClaw" ? "python3 emporion/openclaw_wrapper.py" : "bash emporion/run.sh";
    const given: Record<string, number> = {};
    for (const name of NAMES) {
      const answer = shell(command, path.join(project, "small-skill"), JSON.stringify(given));
      expect(answer.status).toBe(1);
      expect(JSON.parse(answer.stdout)).toEqual({ error: `The input has no ${JSON.stringify(name)}.` });
      given[name] = 1;
    }
    const answer = shell(command, path.join(project, "small-skill"), JSON.stringify(given));
    expect(answer).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\{\}/) as unknown });
  });

  it("in Python says which variable is missing", () => {
    const { project } = unpacked.unpack(secretive, "OpenClaw");
    const folder = path.join(project, "small-skill");
    const { status, stdout } = shell("env -u API_KEY python3 emporion/openclaw_wrapper.py", folder, "{}");
    expect([status, JSON.parse(stdout)]).toEqual([
      1,
      { error: "The environment variable API_KEY is not set." },
    ]);
  });

  it("in Python reads its input from an argument or a file, and refuses what is no JSON object", () => {
    const { project } = unpacked.unpack(smallSource(), "OpenClaw");
    const run = (rest: string, input = "") =>
      shell(`python3 emporion/openclaw_wrapper.py ${rest}`, path.join(project, "small-skill"), input);
    expect(JSON.parse(run(`--input '{"a":"한"}'`).stdout)).toEqual({ given: { a: "한" } });
    expect(JSON.parse(run("--file emporion/manifest.json").stdout)).toHaveProperty("given.format");
    for (const refused of [
      "",
      "[1]",
      "NaN",
      '{"a":NaN}',
      "{} {}",
      "[".repeat(5000),
      `{"a":"${"x".repeat(1 << 20)}"}`,
    ]) {
      const answer = run("", refused);
      expect(answer.status).toBe(1);
      expect(JSON.parse(answer.stdout)).toHaveProperty("error");
    }
  });

  it.each([
    ["an error it reports", 'print(\'{"error": "no such city"}\'); sys.exit(3)', "no such city"],
    ["anything else on standard output", "print('hello')", "JSON object"],
    ["a status that is not 0", "print('{}'); sys.exit(3)", "status 3"],
    ["too much of it", "sys.stdout.write('x' * 3000000)", "more than"],
    ["time that runs out", "time.sleep(300)", "longer than 1 s"],
    ["a child that holds on", "subprocess.Popen(['sleep', '300']); time.sleep(300)", "longer than 1 s"],
  ])("in Python ends with %s", (_, code, words) => {
    const main = `import subprocess, sys, time\nsys.stdin.read()\n${code}\n`;
    const source = smallSource({}, { "scripts/main.py": main });
    const runtime = { timeoutSeconds: words.startsWith("longer") ? 1 : 60, language: "python3" };
    const { project } = unpacked.unpack({ ...source, manifest: { ...source.manifest, runtime } }, "OpenClaw");
    const answer = shell("python3 emporion/openclaw_wrapper.py", path.join(project, "small-skill"), "{}");
    expect(answer.status).toBe(1);
    expect((JSON.parse(answer.stdout) as { error: string }).error).toContain(words);
  });
});

/** Whoever has no `unzip` has Python: what is followed is the line of INSTALL.md. */
const UNZIP = `command -v unzip > /dev/null || unzip() {
  if [ "\${3:-}" = -d ]; then python3 -m zipfile -e "$2" "$4"; else python3 -m zipfile -e "$2" .; fi
}
`;

it.each(CONVERSION_TARGETS)(
  "INSTALL.md for %s is followed word for word, with the file that a download gives",
  async (target) => {
    const requirements = "{python_packages: ['requests>=2.28'], node_packages: []}";
    const source = smallSource({ requirements, permissions: "{env_vars: [API_KEY]}" });
    const converted = convertSkill(source, target);
    const home = mkdtempSync(path.join(unpacked.directory, "home-"));
    const archive = archiveName({ slug: "small-skill", version: "1.0.0" }, target);
    writeFileSync(path.join(home, archive), await writeConvertedArchive(converted));
    const note = converted.files.find(({ path: name }) => name.endsWith("INSTALL.md"));
    const text = Buffer.from(note?.bytes ?? []).toString("utf8");
    const [unpack = "", packages = "", ...others] = [...text.matchAll(/```sh\n\s*([^]*?)\n\s*```/g)].map(
      ([, command = ""]) => command,
    );
    expect(unpack).toContain(archive);
    expect(shell(UNZIP + unpack, home, "", { HOME: home })).toMatchObject({ status: 0, stderr: "" });
    expect(packages).toBe("python3 -m pip install 'requests>=2.28'");
    expect(text).toContain("API_KEY");
    // What the platform reads is there now; Gemini CLI copies it from here by the next command.
    const read = INSTALL_PLACES[target].reads("small-skill").replace("~/.gemini/extensions/", "");
    expect(existsSync(path.join(home, read.replace(/^~\//, "")))).toBe(true);
    const { finish, call } = INSTALL_PLACES[target];
    expect(others).toEqual([...(finish ? [finish("small-skill")] : []), call("small-skill")]);
  },
);

describe("the REST adapter", () => {
  it("answers no page of another origin, and only who has the token", async () => {
    const { project } = unpacked.unpack(smallSource(), "CustomAgent");
    const address = await unpacked.serve(path.join(project, "small-skill"), { ADAPTER_TOKEN: "secret" });
    const authorization = "Bearer secret";
    const statusOf = async (body: string, headers: Record<string, string>) =>
      (await post(address, body, headers)).status;
    expect(await statusOf("{}", {})).toBe(401);
    expect(await statusOf("{}", { authorization: "Bearer no" })).toBe(401);
    expect(await statusOf("{}", { authorization })).toBe(200);
    expect(await statusOf("{}", { authorization, "content-type": "text/plain" })).toBe(415);
    expect(await statusOf("[]", { authorization })).toBe(400);
    expect(await statusOf("x".repeat((1 << 20) + 1), { authorization })).toBe(413);
    expect((await fetch(`${address}/nowhere`)).status).toBe(404);
    const port = new URL(address).port;
    const rebound = shell(
      `curl -s -o /dev/null -w '%{http_code}' ${address}/run -H 'host: evil.example:${port}' -H 'authorization: ${authorization}' -H 'content-type: application/json' -d '{}'`,
      project,
    );
    expect(rebound.stdout).toBe("403");
  });
});

function post(address: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${address}/run`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  });
}
