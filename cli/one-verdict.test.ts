import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { call } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import { testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { deflateArchive, writeArchive } from "@/lib/package";
import { readPackageForm } from "@/lib/publishing/read-package-form";
import { validatePackage } from "@/lib/publishing/check-package";
import { runVetting } from "@/lib/publishing/publish-version";
import { inShort, IS_FULL } from "@/lib/testing/full-form";
import { ARCHIVES, FOLDERS, type Files } from "./testing/packages-to-judge";
import { newProject, servedMarket } from "./testing/served-market";
import type { CliAnswer, Workbench } from "./testing/run-cli";

const database = testDatabase();
testBlobStore();
const url = servedMarket();

let bench: Workbench;
let key: string;
beforeAll(async () => {
  bench = newProject(url());
});

/** Names are taken by whoever publishes first, and uploads are counted: each asks under an account of its own. */
async function asSomebody(): Promise<void> {
  ({ key } = await makeKeyHolder());
  bench.env["EMPORION_API_KEY"] = key;
}

let asked = 0;
const fromAfar = () => `198.51.${100 + Math.floor(asked / 200)}.${(asked++ % 200) + 1}`;
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const MARKED = /^ {2}(rejected|caution) +market +(.*)$/m;

/** `approved`, or the graver verdict with its first reason; a package that cannot be read, with its code alone. */
const say = (status: string, reason?: string) => (status === "approved" ? status : `${status}: ${reason}`);

function ofCommand({ code, stdout, stderr }: CliAnswer): string {
  const [, refused] = /: ([A-Z]+(?:_[A-Z0-9]+)+): /.exec(stderr) ?? [];
  if (code === 3 && refused !== undefined) return `refused: ${refused}`;
  const [, status, reason] = MARKED.exec(stderr) ?? MARKED.exec(stdout) ?? [];
  return status === undefined ? `approved${code === 0 ? "" : `?${code}${stderr}`}` : say(status, reason);
}

function ofDecision({ status, reasons: [first] }: { status: string; reasons: string[] }): string {
  const [, code] = /^([A-Z]+(?:_[A-Z0-9]+)+): /.exec(first ?? "") ?? [];
  return code === undefined ? say(status, first) : `refused: ${code}`;
}

async function byValidate(given: string): Promise<string> {
  const answer = await bench.run(`validate ${given} --format json`);
  if (answer.code === 3) return ofCommand(answer);
  const { decision } = JSON.parse(answer.stdout) as { decision: Parameters<typeof ofDecision>[0] };
  // A format's own rules can be stricter than an upload; never the other way round.
  if (answer.code === 0) expect(decision.status).not.toBe("rejected");
  return ofDecision(decision);
}

async function byPage(form: FormData): Promise<string> {
  const reading = await readPackageForm(form);
  if (!reading.ok) return `refused: ${reading.code}`;
  return ofDecision((await validatePackage(reading.package)).decision);
}

async function byApi(given: { json: unknown } | { body: FormData }): Promise<string> {
  const { status, body } = await call("POST", "/v1/validate", { remoteAddress: fromAfar(), ...given });
  if (status !== 200) return `refused: ${String(body["error_code"])}`;
  return ofDecision(body["decision"] as Parameters<typeof ofDecision>[0]);
}

async function byUpload(body: FormData): Promise<string> {
  await asSomebody();
  const answer = await call("POST", "/v1/skills/upload", { key, body, remoteAddress: fromAfar() });
  const { error_code: code, detail } = answer.body;
  if (code === "UPLOAD_FAILED")
    return `rejected: ${String(detail).replace("The skill is not accepted: ", "")}`;
  if (code === "SKILL_NAME_RESERVED") return `rejected: ${String(detail)}`;
  if (typeof code === "string") return `refused: ${code}`;
  await runVetting(String(answer.body["vetting_job_id"]));
  const where = { where: { id: String(answer.body["version_id"]) } };
  const { vettingStatus } = await database().skillVersion.findUniqueOrThrow(where);
  return vettingStatus;
}

function upload(bytes: Uint8Array, name: string): FormData {
  const form = new FormData();
  form.set("skill_file", new File([Uint8Array.from(bytes)], name));
  return form;
}

async function askForFolder(given: string, files: Files): Promise<Record<string, string>> {
  const folder = path.basename(given);
  const list = Object.entries(files).map(([file, bytes]) => ({ path: file, bytes: Buffer.from(bytes) }));
  const sent = {
    folder,
    base64_files: Object.fromEntries(list.map(({ path: file, bytes }) => [file, base64(bytes)])),
  };
  const form = new FormData();
  form.set("package_json", JSON.stringify(sent));
  form.set("package_name", folder);
  bench.write(Object.fromEntries(list.map(({ path: file, bytes }) => [`${given}/${file}`, bytes])));
  await asSomebody();
  return {
    validate: await byValidate(given),
    vet: ofCommand(await bench.run(`vet ${given}`)),
    pack: ofCommand(await bench.run(`pack ${given} --output ${given}.skill`)),
    publish: ofCommand(await bench.run(`publish ${given} --no-wait`)),
    page: await byPage(form),
    api: await byApi({ json: sent }),
  };
}

/** One for each verdict and each way to it: version, front matter, text, folder, number, size and names of files. */
const SHORT_FOLDERS = [
  "a plain skill",
  "a version of two numbers",
  "a date as version",
  "a version that names another",
  "an unquoted colon",
  "what OpenClaw requires",
  "an empty capability",
  "skill.md",
  "no SKILL.md",
  "no front matter",
  "UTF-16",
  "Windows line ends",
  "another folder",
  "501 files",
  "two names in one",
];
const SHORT_ARCHIVES = ["named .skill", "flat", "a text named .zip", "cut off", "a path that leads out"];

describe("a folder is judged alike, whoever asks", () => {
  test.each(inShort(FOLDERS, SHORT_FOLDERS))(
    "$name: $verdict",
    async ({ files, dir, verdict, name: title }) => {
      const name = `folder-${FOLDERS.findIndex((each) => each.name === title)}`;
      const given = `folders/${dir ?? name}`;
      const made = files(name);
      const answers = await askForFolder(given, made);
      const [one] = Object.values(answers);
      expect(answers).toEqual(Object.fromEntries(Object.keys(answers).map((way) => [way, one])));
      expect(one?.split(":", 1)[0]).toBe(verdict);
      if (verdict === "refused") return;
      // Uploaded as an archive of its own name, by somebody else, as the name is taken by now.
      const other = files(`${name}-again`);
      const list = Object.entries(other).map(([file, bytes]) => ({ path: file, bytes: Buffer.from(bytes) }));
      const root = dir ?? `${name}-again`;
      const status = await byUpload(upload(await deflateArchive(list, root), "x.skill"));
      expect(status.replaceAll(`${name}-again`, name)).toBe(verdict === "rejected" ? one : verdict);
    },
  );
});

describe("an archive is judged alike by its bytes, whoever asks", () => {
  test.each(inShort(ARCHIVES, SHORT_ARCHIVES))(
    "$name: $verdict",
    async ({ bytes, fileName, verdict, name: title }) => {
      const name = `archive-${ARCHIVES.findIndex((each) => each.name === title)}`;
      const made = bytes(name);
      const given = `archives/${name}/${fileName}`;
      bench.write({ [given]: made });
      await asSomebody();
      const answers: Record<string, string> = {
        validate: await byValidate(given),
        vet: ofCommand(await bench.run(`vet ${given}`)),
        publish: ofCommand(await bench.run(`publish ${given} --no-wait`)),
        page: await byPage(upload(made, fileName)),
        api: await byApi({ body: upload(made, fileName) }),
        upload: await byUpload(upload(bytes(`${name}-again`), fileName)),
      };
      const one = answers["validate"];
      const said = (way: string) => (way === "upload" && verdict === "caution" ? "caution" : one);
      expect(answers).toEqual(Object.fromEntries(Object.keys(answers).map((way) => [way, said(way)])));
      expect(one?.split(":", 1)[0]).toBe(verdict);
    },
  );
});

test.runIf(IS_FULL)("what is too large as it stands is packed compressed, and says its digest", async () => {
  const text = "a line of a long table\n".repeat(260_000);
  bench.write({
    "large/SKILL.md": "---\nname: large\ndescription: Use for tables.\n---\n",
    "large/a.csv": text,
  });
  const { code, stdout } = await bench.run("pack large");
  expect(code).toBe(0);
  const [, bytes] = /bytes (\d+)\n/.exec(stdout) ?? [];
  expect(Number(bytes)).toBeLessThan(writeArchive([{ path: "a.csv", bytes: Buffer.from(text) }]).length / 20);
});
