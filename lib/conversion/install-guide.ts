import type { ConversionTarget } from "@/lib/skill-format";
import { downloadCommand, INSTALL_PLACES, unpackCommand } from "./install-commands";
import { installNodeCommand, installPythonCommand } from "./package-requirement";

/** What a version must say of itself to be installed. */
export interface InstallableVersion {
  readonly slug: string;
  readonly version: string;
  readonly convertsTo: readonly string[];
  /** Packages and variables it declares. */
  readonly pythonPackages: readonly string[];
  readonly nodePackages: readonly string[];
  readonly envVars: readonly string[];
}

type InstallStepKind =
  | "download"
  | "unpack"
  | "finish"
  | "set_variables"
  | "install_packages"
  | "call"
  | "follow_skill_md";

export interface InstallStep {
  readonly kind: InstallStepKind;
  readonly command: string | null;
}

export interface InstallGuide {
  /** `auto`: the package made for the platform; `manual_install`: the published one, put where the platform looks. */
  readonly mode: "auto" | "manual_install";
  /** What the platform reads once it is installed. */
  readonly configPath: string;
  readonly steps: readonly InstallStep[];
}

/** Where a skill is unpacked when nothing is known of the agent. */
const ANYWHERE = ".agents/skills";

/**
 * How a version is installed for a platform, step by step; `null` where no platform is named. Commands can be pasted as
 * they are.
 */
export function installGuide(
  origin: string,
  version: InstallableVersion,
  target: ConversionTarget | null,
): InstallGuide {
  return target !== null && version.convertsTo.includes(target)
    ? convertedGuide(origin, version, target)
    : manualGuide(origin, version, target);
}

/** The same as one line of shell, without what comes before and after the files are in place. */
export function installCommand(
  origin: string,
  version: Pick<InstallableVersion, "slug" | "version">,
  target: ConversionTarget,
  mode: InstallGuide["mode"],
): string {
  const { slug } = version;
  const place = INSTALL_PLACES[target];
  if (mode === "manual_install") {
    const file = `${slug}.skill`;
    return `${downloadCommand(origin, version, null, file)} && ${unpackCommand(file, place.manualFolder ?? ANYWHERE)}`;
  }
  const file = `${slug}.zip`;
  const steps = [downloadCommand(origin, version, target, file), unpackCommand(file, place.folder)];
  if (place.finish) steps.push(place.finish(slug));
  return steps.join(" && ");
}

function convertedGuide(origin: string, version: InstallableVersion, target: ConversionTarget): InstallGuide {
  const { slug } = version;
  const place = INSTALL_PLACES[target];
  const file = `${slug}.zip`;
  return {
    mode: "auto",
    configPath: place.reads(slug),
    steps: [
      { kind: "download", command: downloadCommand(origin, version, target, file) },
      { kind: "unpack", command: unpackCommand(file, place.folder) },
      ...needs(version),
      ...(place.finish ? [{ kind: "finish" as const, command: place.finish(slug) }] : []),
      { kind: "call", command: place.call(slug) },
    ],
  };
}

function manualGuide(
  origin: string,
  version: InstallableVersion,
  target: ConversionTarget | null,
): InstallGuide {
  const { slug } = version;
  const file = `${slug}.skill`;
  const folder = (target === null ? null : INSTALL_PLACES[target].manualFolder) ?? ANYWHERE;
  return {
    mode: "manual_install",
    configPath: `${folder}/${slug}/SKILL.md`,
    steps: [
      { kind: "download", command: downloadCommand(origin, version, null, file) },
      { kind: "unpack", command: unpackCommand(file, folder) },
      ...needs(version),
      { kind: "follow_skill_md", command: null },
    ],
  };
}

function needs({ pythonPackages, nodePackages, envVars }: InstallableVersion): InstallStep[] {
  const commands = [installPythonCommand(pythonPackages), installNodeCommand(nodePackages)];
  return [
    ...commands.flatMap((command): InstallStep[] =>
      command === null ? [] : [{ kind: "install_packages", command }],
    ),
    ...(envVars.length === 0 ? [] : [{ kind: "set_variables" as const, command: null }]),
  ];
}
