// What the market and its packages are made of, in CycloneDX: programs that know of weaknesses read it. npm makes it
// from the lock file; what differs from machine to machine is left out, so that the same lock file gives the same bytes.
import { spawnSync } from "node:child_process";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "..");
const FOR_DEVELOPMENT = "cdx:npm:package:development";

interface Component {
  "bom-ref": string;
  version: string;
  licenses?: unknown;
  properties: { name: string }[];
}

/** What is read of the answer of `npm sbom`, in CycloneDX. */
export interface Sbom {
  bomFormat: string;
  specVersion: string;
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** All that npm knows of the lock file; `billOf` makes a bill of it. */
export function readComponents(): Sbom {
  const args = ["sbom", "--sbom-format=cyclonedx", "--package-lock-only", "--loglevel=error"];
  const { status, stdout } = spawnSync("npm", args, {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "inherit"],
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`npm sbom failed (${status})`);
  return JSON.parse(stdout) as Sbom;
}

/** True for what a market runs with. npm's own `--omit=dev` leaves some of that out. */
const isInUse = ({ properties }: Component) =>
  !properties.some((property) => property.name === FOR_DEVELOPMENT);

/** The bill of a program called `name`, which holds the given packages (`name@version`), else all that are in use. */
export function billOf(
  { bomFormat, specVersion, metadata, components, dependencies }: Sbom,
  name: string,
  packages?: ReadonlySet<string>,
): string {
  const kept = components.filter((each) => (packages ? packages.has(each["bom-ref"]) : isInUse(each)));
  const { "bom-ref": root, version, licenses } = metadata.component;
  const refs = new Set([root, ...kept.map((each) => each["bom-ref"])]);
  const ref = `${name}@${version}`;
  const bill = {
    bomFormat,
    specVersion,
    version: 1,
    metadata: { component: { "bom-ref": ref, type: "application", name, version, licenses } },
    components: kept,
    dependencies: dependencies
      .filter((each) => refs.has(each.ref))
      .map((each) => ({
        ref: each.ref === root ? ref : each.ref,
        dependsOn: each.dependsOn.filter((other) => refs.has(other)),
      })),
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}
