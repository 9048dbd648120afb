import { LineCounter, parseDocument } from "yaml";

/** Agent Plugins 1.0.0, section 5.2: what a manifest must say that it is written for. */
export const PLUGIN_SCHEMA = "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json";

/** A manifest has some lines; nobody reads more. */
const MAX_BYTES = 64 * 1024;
const MAX_ISSUES = 100;
const MAX_SHOWN = 60;

/** Section 5.5. */
const NAME = /^(?!.*(?:--|\.\.))[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;
const MAX_NAME_CHARACTERS = 64;

/** An error makes clients refuse the plugin; what is a warning they report and ignore (sections 5.2, 5.3 and 8.1). */
export interface PluginIssue {
  severity: "error" | "warning";
  /** `plugin.json`, or `plugin.json#` and a JSON pointer. */
  path: string;
  /** Line of plugin.json, from 1; left out where the text is no JSON. */
  line?: number;
  message: string;
}

export interface PluginManifest {
  name: string;
  version?: string;
  description?: string;
  author?: { name?: string; email?: string; url?: string };
  homepage?: string;
  repository?: string;
  license?: string;
  keywords?: string[];
}

export interface PluginManifestCheck {
  /** Null while there is an error. */
  manifest: PluginManifest | null;
  issues: PluginIssue[];
}

type Check = (value: unknown, path: string, say: Say) => void;
type Say = (severity: PluginIssue["severity"], path: string, message: string) => void;
type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const text: Check = (value, path, say) => {
  if (typeof value !== "string") say("error", path, `must be a text, not ${shown(value)}`);
};

/** Section 5.2: the permitted fields, and what each must be. The schema is closed. */
const FIELDS: Readonly<Record<string, Check>> = {
  $schema(value, path, say) {
    if (value !== PLUGIN_SCHEMA) say("error", path, `must be "${PLUGIN_SCHEMA}", not ${shown(value)}`);
  },
  name(value, path, say) {
    if (typeof value !== "string") return text(value, path, say);
    if (NAME.test(value) && value.length <= MAX_NAME_CHARACTERS) return;
    say(
      "error",
      path,
      `${shown(value)} is no plugin name: 1 to ${MAX_NAME_CHARACTERS} of a-z, 0-9, single hyphens and single periods, a letter or digit first and last`,
    );
  },
  version: text,
  description: text,
  author(value, path, say) {
    if (!isObject(value)) return say("error", path, `must be an object, not ${shown(value)}`);
    for (const [key, member] of Object.entries(value)) {
      const place = `${path}/${pointer(key)}`;
      if (["name", "email", "url"].includes(key)) text(member, place, say);
      else say("error", place, "is no field of an author: name, email and url are");
    }
  },
  homepage: text,
  repository: text,
  license: text,
  keywords(value, path, say) {
    if (!Array.isArray(value)) return say("error", path, `must be a list of texts, not ${shown(value)}`);
    for (const [place, member] of value.entries()) text(member, `${path}/${place}`, say);
  },
  extensions(value, path, say) {
    // Section 8.1: one that is no object is reported and ignored.
    if (!isObject(value))
      return say("warning", path, `must be an object, not ${shown(value)}; clients ignore it`);
    for (const [key, member] of Object.entries(value))
      if (!isObject(member))
        say("error", `${path}/${pointer(key)}`, `must be an object, not ${shown(member)}`);
  },
};

/**
 * Checks a plugin.json by the manifest schema of Agent Plugins 1.0.0, section 5. Each issue names its place; at most 100.
 */
export function checkPluginManifest(bytes: Uint8Array): PluginManifestCheck {
  const issues: PluginIssue[] = [];
  if (bytes.length > MAX_BYTES)
    return refused(`has ${bytes.length} bytes; a manifest has at most ${MAX_BYTES}`);
  let source: string;
  let manifest: unknown;
  try {
    source = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    manifest = JSON.parse(source);
  } catch (error) {
    return refused(error instanceof SyntaxError ? "is no JSON" : "is no UTF-8 text");
  }
  if (!isObject(manifest)) return refused(`must hold an object, not ${shown(manifest)}`);
  const lineOf = lineFinder(source);
  const say: Say = (severity, path, message) => {
    if (issues.length >= MAX_ISSUES) return;
    const line = lineOf(path);
    issues.push({ severity, path: `plugin.json#${path}`, message, ...(line === null ? {} : { line }) });
  };
  for (const field of ["$schema", "name"])
    if (!Object.hasOwn(manifest, field)) say("error", `/${field}`, "is missing: every manifest has it");
  for (const [key, value] of Object.entries(manifest)) {
    const check = Object.hasOwn(FIELDS, key) ? FIELDS[key] : undefined;
    if (check) check(value, `/${pointer(key)}`, say);
    else say("warning", `/${pointer(key)}`, "is no field of a manifest: clients ignore it");
  }
  const isValid = issues.every(({ severity }) => severity !== "error");
  return { manifest: isValid ? (manifest as unknown as PluginManifest) : null, issues };
}

const refused = (message: string): PluginManifestCheck => ({
  manifest: null,
  issues: [{ severity: "error", path: "plugin.json", message }],
});

const pointer = (key: string) => key.slice(0, MAX_SHOWN).replaceAll("~", "~0").replaceAll("/", "~1");

function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (isObject(value)) return "an object";
  const json = JSON.stringify(value);
  return json.length <= MAX_SHOWN ? json : `${json.slice(0, MAX_SHOWN)}…`;
}

/** JSON is YAML, whose reader knows where each value stands. */
function lineFinder(source: string): (path: string) => number | null {
  const lineCounter = new LineCounter();
  let document: ReturnType<typeof parseDocument> | null = null;
  try {
    document = parseDocument(source, { lineCounter, schema: "json", uniqueKeys: false });
  } catch {
    // nested so deeply that its reader gives up: places have no lines then
  }
  return (path) => {
    const keys = path.split("/").slice(1);
    const at = keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
    const node = document?.getIn(at, true) as { range?: [number, number, number] } | undefined;
    const offset = node?.range?.[0];
    return offset === undefined ? null : lineCounter.linePos(offset).line;
  };
}
