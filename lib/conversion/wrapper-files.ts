import { listFileDigests, type PackageFile } from "@/lib/package";
import type { ConversionTarget } from "@/lib/skill-format";
import { CONVERTER_VERSION, textFile, type ConversionSource } from "./conversion-source";
import { planRun } from "./plan-run";

/** Where a published file lies in the converted package. */
export interface PlacedFile {
  readonly published: string;
  readonly file: PackageFile;
}

/** Where the generated files lie, and where the skill's own lie, seen from there. */
export interface WrapperPlace {
  /** With a slash at its end. */
  readonly folder: string;
  readonly root: string;
}

/**
 * `manifest.json`, which the wrappers read, and `call.json`, which a model reads: what is run, which files it came from
 * with their digests, both schemas and the examples.
 */
export function dataFiles(
  source: ConversionSource,
  target: ConversionTarget,
  place: WrapperPlace,
  placed: readonly PlacedFile[],
): PackageFile[] {
  return [
    textFile(`${place.folder}manifest.json`, json(installManifest(source, target, place, placed))),
    textFile(`${place.folder}call.json`, json(callDescription(source))),
  ];
}

function installManifest(
  { manifest, version, packageDigest }: ConversionSource,
  target: ConversionTarget,
  place: WrapperPlace,
  placed: readonly PlacedFile[],
) {
  const { program, entryPoint, timeoutSeconds, envVars, required } = planRun(manifest);
  const origins = manifest.origins.permissions;
  const digests = new Map(listFileDigests(placed.map(({ file }) => file)).map((each) => [each.path, each]));
  return {
    format: "emporion-conversion/1",
    converter: CONVERTER_VERSION,
    target,
    skill: {
      name: manifest.slug,
      version,
      description: manifest.description,
      license: manifest.license ?? null,
      package_digest: packageDigest,
    },
    run: {
      root: place.root,
      program,
      entry_point: entryPoint,
      timeout_seconds: timeoutSeconds,
      env_vars: envVars,
      required,
    },
    permissions: {
      network: manifest.permissions.network,
      filesystem: manifest.permissions.filesystem,
      subprocess: manifest.permissions.subprocess,
      env_vars: manifest.permissions.envVars,
    },
    permission_origins: {
      network: origins.network,
      filesystem: origins.filesystem,
      subprocess: origins.subprocess,
      env_vars: origins.envVars,
    },
    requirements: {
      python_packages: manifest.requirements.python,
      node_packages: manifest.requirements.node,
      min_python: manifest.requirements.minPython ?? null,
      min_node: manifest.requirements.minNode ?? null,
    },
    files: placed.map(({ published, file }) => ({
      path: published,
      lies_at: file.path,
      sha256: digests.get(file.path)?.sha256 ?? "",
    })),
  };
}

function callDescription({ manifest }: ConversionSource) {
  return {
    input_schema: manifest.schemas.input ?? null,
    output_schema: manifest.schemas.output ?? null,
    examples: manifest.examples.map(({ name, input, output }) => ({
      ...(name === undefined ? {} : { name }),
      input,
      output,
    })),
  };
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
