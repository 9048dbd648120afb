import { existsSync, readFileSync } from "node:fs";
import { expect, person, test } from "./fixtures";

/** Each server action of the build: its id stands in the scripts of the pages, so anybody can post to it. */
const { node: ACTIONS } = JSON.parse(readFileSync(".next/server/server-reference-manifest.json", "utf8")) as {
  node: Record<string, { exportedName: string; workers: Record<string, unknown> }>;
};

/** Names that the forms of the market use. */
const FIELDS = (
  "about address answer audit code decision domain email evidence claim finding id item keys listing locale marked name next " +
  "note notices package_digest package_json password payee price_lamports publication rating reason report return role signature " +
  "skill skill_file skill_md statement text then ticket to token transfer username verdict version versionId " +
  "act from following kind " +
  "askAbove lastDay leastAuditState payload perCall perDay scopes " +
  "access days delivery earning environment identity issuer member organisation question " +
  "repository right roles stage trusted types url workflow"
).split(" ");

interface Sent {
  headers?: Record<string, string>;
  body: FormData | string;
}

const formOf = (id: string, fields: Iterable<[string, string | Blob]> = []): FormData => {
  const form = new FormData();
  form.append(`$ACTION_ID_${id}`, "");
  for (const [name, value] of fields) form.append(name, value);
  return form;
};
/** As a form sends an action with bound arguments; `bound` is what stands for them. */
const boundForm = (id: string, bound: string): FormData => {
  const form = new FormData();
  form.append("$ACTION_REF_1", "");
  form.append("$ACTION_1:0", JSON.stringify({ id, bound: "$@1" }));
  form.append("$ACTION_1:1", bound);
  form.append("x", "1");
  return form;
};
const every = (value: string | Blob): [string, string | Blob][] => FIELDS.map((name) => [name, value]);
const call = (id: string, body: FormData | string): Sent => ({
  headers: { "next-action": id, ...(typeof body === "string" ? { "content-type": "text/plain" } : {}) },
  body,
});
const callWith = (id: string, fields: [string, string | Blob][]): Sent => {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return call(id, form);
};

const FORMS: Record<string, (id: string) => Sent> = {
  "a form with nothing": (id) => ({ body: formOf(id) }),
  "a form with fields that no form has": (id) => ({
    body: formOf(id, [
      ["x", "1"],
      ["__proto__", "2"],
      ["", "3"],
    ]),
  }),
  "a form with empty fields": (id) => ({ body: formOf(id, every("")) }),
  "a form with nonsense": (id) => ({ body: formOf(id, every("[object FormData]")) }),
  "a form with U+0000 and half a character": (id) => ({ body: formOf(id, every("\0\ud800%00../..")) }),
  "a form with 60 kB in each field": (id) => ({ body: formOf(id, every("x".repeat(60_000))) }),
  "a form with each field twice": (id) => ({ body: formOf(id, [...every("1"), ...every("2")]) }),
  "a form with files in place of texts": (id) => ({ body: formOf(id, every(new Blob(["x"]))) }),
  "a form with 2,100 fields": (id) => ({
    body: formOf(
      id,
      Array.from({ length: 2_100 }, (_, i) => [`f${i}`, "1"] as [string, string]),
    ),
  }),
  "a form of 9 MB": (id) => ({ body: formOf(id, [["text", "x".repeat(9_000_000)]]) }),
  "a form of another site": (id) => ({
    headers: { origin: "https://evil.example" },
    body: formOf(id, every("x")),
  }),
  "a form of no site": (id) => ({ headers: { origin: "null" }, body: formOf(id, every("x")) }),
  "a form that names the action twice": (id) => ({ body: formOf(id, [[`$ACTION_ID_${id}`, "x"]]) }),
  "no bound arguments": (id) => ({ body: boundForm(id, "[]") }),
  "bound nulls": (id) => ({ body: boundForm(id, "[null,null,null]") }),
  "bound objects": (id) => ({ body: boundForm(id, '[{"id":{},"shown":[]},{"attempt":"x"},[]]') }),
  "bound paths that lead elsewhere": (id) => ({ body: boundForm(id, '["//evil.example","//evil.example"]') }),
  "bound forms": (id) => ({ body: boundForm(id, '["$K1","$K1","$K1"]') }),
  "bound functions": (id) => ({ body: boundForm(id, '["$F1","$h1","$T"]') }),
  "a bound argument that never comes": (id) => ({ body: boundForm(id, '["$@7","$7"]') }),
  "bound arguments that are no JSON": (id) => ({ body: boundForm(id, "nonsense") }),
  "bound arguments that are no list": (id) => ({ body: boundForm(id, '{"then":"$1"}') }),
};

/** As React sends them. What it asks for may be done: then the answer is what the action returns, or leads to. */
const CALLS: Record<string, (id: string) => Sent> = {
  "a call with nothing": (id) => call(id, "[]"),
  "a call with nulls": (id) => call(id, "[null,null,null]"),
  "a call with texts": (id) => call(id, '["x","x","x"]'),
  "a call with objects": (id) => call(id, '[{},{"payload":{}},[]]'),
  "a call with odd values": (id) => call(id, '["$undefined","$NaN","$Infinity"]'),
  "a call with a reference into a prototype": (id) => call(id, '["$0:constructor:constructor"]'),
  "a call with an argument that never comes": (id) => call(id, '["$@7",null,"$7"]'),
  "a call with something of its own page": (id) => call(id, '["$T","$T","$T"]'),
  "a call with a number without end": (id) => callWith(id, [["0", `["$n${"9".repeat(5_000)}"]`]]),
  "a call that is no JSON": (id) => call(id, "nonsense"),
  "a call with a blob that is a text": (id) =>
    callWith(id, [
      ["1", "x"],
      ["0", '["$B1","$A1","$R1","$x1"]'],
    ]),
  "a call with an argument that is its own": (id) => callWith(id, [["0", '["$0","$@0","$Q0","$W0","$i0"]']]),
  "a call nested a thousand times": (id) => callWith(id, [["0", `${"[".repeat(1_000)}${"]".repeat(1_000)}`]]),
  "a call with a form inside": (id) =>
    callWith(id, [
      ["1_x", "1"],
      ["0", '["$K1","$K1","$K1"]'],
    ]),
};

/** The address of a page that has the action; what is named in it is nothing that there is. */
function pageOf(workers: Record<string, unknown>): string {
  const [worker = ""] = Object.keys(workers);
  const path = worker.replace(/^app\/\[locale\]/, "").replace(/\/page$/, "");
  return path.replace(/\/\([^)]*\)/g, "").replace(/\[[^\]]*\]/g, "nothing") || "/";
}

/** What stands in the log as a failure of the market. */
const failures = () => {
  const file = process.env["WEB_LOG"] ?? "";
  if (!existsSync(file)) throw new Error("WEB_LOG names no file: start these tests with npm test e2e");
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => /"level":[56]0/.test(line));
};

test("the build has its actions, each of a file that is known", () => {
  expect(Object.keys(ACTIONS).length).toBeGreaterThan(60);
});

/** The framework reads these before it looks which action it is. */
const OF_FEW = new Set(["a form with 2,100 fields", "a form of 9 MB"]);
/** Whoever is signed in comes further; these are sent by others too. */
const BY_ANYBODY = new Set([
  "a form with nothing",
  "a form with nonsense",
  "bound nulls",
  "a call with nulls",
]);

const BY_HAND = [
  ...Object.entries(FORMS).map(([what, sent]) => ({ what, sent, expected: [303] })),
  ...Object.entries(CALLS).map(([what, sent]) => ({ what, sent, expected: [200, 303] })),
];

for (const { what, sent, expected } of BY_HAND) {
  test(`${what} is the caller's fault for each action, and no failure in the log`, async ({
    page,
    signIn,
    baseURL,
  }) => {
    const before = failures().length;
    await signIn(page, person(`posts ${what.slice(0, 20)}`), "/settings");
    const jar = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
    const actions = Object.entries(ACTIONS).slice(0, OF_FEW.has(what) ? 3 : undefined);
    for (const cookie of BY_ANYBODY.has(what) ? ["", jar] : [jar]) {
      const odd: [string, number][] = [];
      for (const [id, { exportedName, workers }] of actions) {
        const { headers, body } = sent(id);
        const answer = await fetch(new URL(pageOf(workers), baseURL), {
          method: "POST",
          body,
          headers: { ...headers, ...(cookie === "" ? {} : { cookie }) },
          redirect: "manual",
        });
        await answer.arrayBuffer();
        const { status } = answer;
        if (!expected.includes(status) && (status < 400 || status > 499)) odd.push([exportedName, status]);
        expect(answer.headers.get("location") ?? "", exportedName).not.toContain("evil.example");
      }
      expect(odd, cookie === "" ? "anonymous" : "signed in").toEqual([]);
    }
    expect(failures().slice(before)).toEqual([]);
  });
}
