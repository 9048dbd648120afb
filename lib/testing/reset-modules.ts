import path from "node:path";

/** What Vitest knows of a module that was loaded on this thread; `imports` are the ids of others. */
interface LoadedModule {
  id: string;
  imports: Set<string>;
  importers: Set<string>;
  promise?: unknown;
  exports?: unknown;
  evaluated: boolean;
}

const ROOT = path.resolve(import.meta.dirname, "../..");
/** Folders whose modules are functions and tables: what they return hangs on nothing but what they are given. */
const PURE = ["kernel", "skill-format", "package", "conversion", "vetting", "search/words", "db/generated"];
/** Modules there that remember something. */
const REMEMBERS = /^lib\/(kernel\/(observability|threads)\/|vetting\/current-scanner|vetting\/.*thread)/;
const OF_VITEST = /vitest|^mock:/;

/**
 * Has every module of ours loaded anew by who imports it next, but those that are pure and import nothing else: each
 * file would load and compile them again. Reads what `vi.resetModules` reads.
 */
export function resetModules(): void {
  const { evaluatedModules } = (globalThis as unknown as WithWorker).__vitest_worker__;
  const modules = evaluatedModules.idToModuleMap;
  const stays = new Map<string, boolean>();
  const isPure = (id: string): boolean => {
    const known = stays.get(id);
    if (known !== undefined) return known;
    stays.set(id, true); // a circle of pure modules is pure
    const loaded = modules.get(id);
    const pure = loaded !== undefined && hasNothingToForget(id) && [...loaded.imports].every(isPure);
    stays.set(id, pure);
    return pure;
  };
  for (const [id, loaded] of modules) {
    if (OF_VITEST.test(id) || isPure(id)) continue;
    delete loaded.promise;
    delete loaded.exports;
    loaded.evaluated = false;
    loaded.importers.clear();
  }
}

interface WithWorker {
  __vitest_worker__: { evaluatedModules: { idToModuleMap: Map<string, LoadedModule> } };
}

function hasNothingToForget(id: string): boolean {
  const file = path.relative(ROOT, id);
  if (file.startsWith("..") || !path.isAbsolute(id)) return true; // of Node or of a package, and never loaded anew
  if (file.startsWith("node_modules/")) return true;
  return (
    PURE.some((folder) => file.startsWith(`lib/${folder}/`)) &&
    !REMEMBERS.test(file) &&
    !/\.test\.tsx?$/.test(file)
  );
}
