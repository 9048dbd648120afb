import path from "node:path/posix";
import { readTextFile, type SkillPackage } from "@/lib/package";
import {
  readJavaScript,
  readPythonScript,
  readShell,
  type Import,
  type Need,
  type ReadScript,
} from "@/lib/running/needs/read-scripts";
import { NODE_MODULES, PYTHON_MODULES, PYTHON_MODULES_LEFT_OUT } from "@/lib/running/needs/sandbox-contents";
import { loadParsers } from "@/lib/vetting/syntax/parsers";
import type { Runtime } from "@/lib/running/runners/skill-runner";

/** More of a package is not read: what it needs beyond that, a run tells. */
const MAX_FILE_BYTES = 256 * 1024;
const MAX_TOTAL_BYTES = 512 * 1024;
const MAX_NEEDS = 50;

/** Whether a file is one of those that `readNeeds` reads where something loads it. */
export const isScript = (file: string): boolean => /\.(py|[cm]?js|sh)$/.test(file);

/** What is started, and by what. */
export interface Start {
  entryPoint: string;
  runtime: Runtime;
  /** Where Python looks for modules before its own; left out: beside the entry point. */
  folders?: readonly string[];
  /** Modules that whatever starts it brings. */
  brought?: readonly string[];
}

/**
 * What the scripts of a package ask for that the sandbox may lack: the entry point and whatever of the package it loads
 * are read, nothing is run. Only what is `sure` keeps every run from succeeding. Bounded in time and memory by how much
 * is read.
 */
export async function readNeeds({ files }: Pick<SkillPackage, "files">, start: Start): Promise<Need[]> {
  await loadParsers();
  const reader = new PackageReader(files, start);
  reader.follow(start.entryPoint, true);
  return reader.needs().slice(0, MAX_NEEDS);
}

/** What a module's name stands for: files of the package, something that is there anyway, or nothing. */
type Found = { files: string[] } | "there" | "elsewhere" | "missing";

interface Reached {
  file: string;
  script: ReadScript;
  /** Every run comes to it. */
  sure: boolean;
}

class PackageReader {
  private readonly texts: ReadonlyMap<string, Uint8Array>;
  private readonly reached = new Map<string, Reached>();
  private leftBytes = MAX_TOTAL_BYTES;

  constructor(
    files: SkillPackage["files"],
    private readonly start: Start,
  ) {
    this.texts = new Map(files.map((file) => [file.path, file.bytes]));
  }

  /** Reads a file of the package, and what it loads, each once. */
  follow(entry: string, always: boolean): void {
    const open = [{ file: entry, sure: always }];
    for (let next = open.shift(); next !== undefined; next = open.shift()) {
      const known = this.reached.get(next.file);
      if (known !== undefined && (known.sure || !next.sure)) continue;
      const script = known?.script ?? this.read(next.file);
      if (script === null) continue;
      this.reached.set(next.file, { ...next, script });
      for (const each of script.imports) {
        const found = this.find(each, next.file);
        const sure = next.sure && each.when === "always";
        if (typeof found === "object") open.push(...found.files.map((file) => ({ file, sure })));
      }
    }
  }

  needs(): Need[] {
    const all: Need[] = [];
    const scripts = [...this.reached.values()].map(({ script }) => script);
    const changesPath = scripts.some((script) => script.changesPath);
    const makesModules = scripts.some((script) => script.makesModules);
    for (const { file, script, sure } of this.reached.values()) {
      for (const each of script.imports) {
        const found = each.when === "guarded" ? "there" : this.find(each, file);
        if (found !== "missing" && found !== "elsewhere") continue;
        // A path that is changed may lead anywhere within the package, and into its archives.
        if (changesPath && (found === "elsewhere" || this.hasArchives())) continue;
        const { name, line, when } = each;
        const isSure = sure && when === "always" && !makesModules;
        all.push({ code: "CALL_MODULE", name: moduleName(name), file, line, sure: isSure });
      }
      all.push(...script.needs.map((need) => ({ ...need, file, sure: need.sure && sure })));
    }
    const seen = new Map<string, Need>();
    for (const need of all) {
      const key = `${need.code} ${need.name}`;
      const known = seen.get(key);
      if (known === undefined || (need.sure && !known.sure)) seen.set(key, need);
    }
    return [...seen.values()];
  }

  private read(file: string): ReadScript | null {
    const bytes = this.texts.get(file);
    if (bytes === undefined || bytes.length > MAX_FILE_BYTES || bytes.length > this.leftBytes) return null;
    const text = readTextFile(bytes);
    if (text === null) return null;
    this.leftBytes -= bytes.length;
    const { runtime } = this.start;
    if (runtime === "python3") return readPythonScript(text);
    if (runtime === "bash") return readShell(text);
    return /\.(json|node|wasm)$/.test(file) ? null : readJavaScript(text);
  }

  private find(each: Import, file: string): Found {
    return this.start.runtime === "python3" ? this.findPython(each, file) : this.findNode(each.name, file);
  }

  /** As Python does: in the folder of the entry point, then among its own. */
  private findPython({ name, members }: Import, file: string): Found {
    const relative = /^\.+/.exec(name)?.[0].length ?? 0;
    if (relative > 0) {
      // A script that is started has no package around it.
      if (file === this.start.entryPoint) return "missing";
      const up = Array.from({ length: relative - 1 }, () => "..").join("/");
      const base = path.join(path.dirname(file), up);
      const rest = name.slice(relative);
      if (rest !== "") return this.pythonModule(base, rest, members) ?? "missing";
      return { files: members.flatMap((member) => this.filesOf(this.pythonModule(base, member, []))) };
    }
    const [top = ""] = name.split(".");
    const { entryPoint, folders = [path.dirname(entryPoint)], brought = [] } = this.start;
    if (brought.includes(top)) return "there";
    for (const base of folders) {
      const own = this.pythonModule(base, name, members);
      if (own !== null) return own;
      if (this.hasPython(base, top)) return "missing";
    }
    if (PYTHON_MODULES.has(top) || top.startsWith("_")) return "there";
    if (PYTHON_MODULES_LEFT_OUT.has(top)) return "missing";
    const somewhere = [...this.texts.keys()].some((each) => hasPart(each, top));
    return somewhere ? "elsewhere" : "missing";
  }

  /** The files that importing a dotted name under a folder loads; null where it is not there. */
  private pythonModule(base: string, name: string, members: readonly string[]): { files: string[] } | null {
    const parts = name.split(".");
    const at = path.join(base, ...parts);
    if (!this.hasPython(path.dirname(at), path.basename(at))) return null;
    const packages = parts.map((_, index) => path.join(base, ...parts.slice(0, index + 1), "__init__.py"));
    const named = members.flatMap((member) => [
      path.join(at, `${member}.py`),
      path.join(at, member, "__init__.py"),
    ]);
    return { files: [...packages, `${at}.py`, ...named].filter((each) => this.texts.has(each)) };
  }

  private hasPython(folder: string, name: string): boolean {
    const at = path.join(folder, name);
    const isPart = (each: string) =>
      each.startsWith(`${at}/`) || (each.startsWith(`${at}.`) && MODULE_FILE.test(each));
    return [...this.texts.keys()].some(isPart);
  }

  /** As Node.js does: its own modules, files beside, `node_modules` of the package. */
  private findNode(name: string, file: string): Found {
    if (/^\.{0,2}\//.test(name) || name === "." || name === "..") {
      if (name.startsWith("/")) return "there";
      const at = path.join(path.dirname(file), name);
      const target = ["", ".js", ".json", ".node", ".mjs", ".cjs", "/index.js", "/package.json"]
        .map((end) => path.normalize(at) + end)
        .find((each) => this.texts.has(each));
      return target === undefined ? "missing" : { files: [target] };
    }
    if (name.startsWith("node:") || NODE_MODULES.has(name)) return "there";
    // Mapped by a package.json, or no file at all: only a run can tell.
    if (name.startsWith("#") || /^[a-z]+:/.test(name)) return "there";
    const top = name.split("/", name.startsWith("@") ? 2 : 1).join("/");
    return [...this.texts.keys()].some((each) => `/${each}`.includes(`/node_modules/${top}/`))
      ? "there"
      : "missing";
  }

  private filesOf(found: Found | null): string[] {
    return found !== null && typeof found === "object" ? found.files : [];
  }

  private hasArchives(): boolean {
    return [...this.texts.keys()].some((each) => /\.(zip|whl|egg)$/.test(each));
  }
}

/** `lodash/fp` is a part of `lodash`; what is beside is named as it is written. */
function moduleName(name: string): string {
  if (name.startsWith(".") || name.startsWith("/")) return name;
  if (name.startsWith("@")) return name.split("/", 2).join("/");
  return name.split("/", 1)[0] ?? name;
}

/** The package holds a module of this name, in whatever folder. */
const hasPart = (file: string, name: string) =>
  `/${file}`.includes(`/${name}/`) || (`/${file}`.includes(`/${name}.`) && MODULE_FILE.test(file));

const MODULE_FILE = /\.(py|pyc|so|pyd)$/;
