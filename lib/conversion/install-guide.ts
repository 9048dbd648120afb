import type { ConversionTarget } from "@/lib/skill-format";
import { argumentsCommand, endpointCommand, findEndpoint, type Called } from "./call-command";
import { archiveName, downloadCommand, INSTALL_PLACES, unpackCommand } from "./install-commands";
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
  /** Says how it is called by hand, where that is neither by a package made for the platform nor by SKILL.md alone. */
  readonly manifest?: Called;
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
  /** One sentence without its last sign: a full stop follows, or a colon and the command. */
  readonly says: string;
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
  const place = INSTALL_PLACES[target];
  const file = archiveName(version, mode === "auto" ? target : null);
  if (mode === "manual_install")
    return `${downloadCommand(origin, version, null, file)} && ${unpackCommand(file, place.manualFolder ?? ANYWHERE)}`;
  const steps = [downloadCommand(origin, version, target, file), unpackCommand(file, place.folder)];
  if (place.finish) steps.push(place.finish(version.slug));
  return steps.join(" && ");
}

function convertedGuide(origin: string, version: InstallableVersion, target: ConversionTarget): InstallGuide {
  const file = archiveName(version, target);
  return {
    mode: "auto",
    configPath: INSTALL_PLACES[target].reads(version.slug),
    steps: [
      {
        kind: "download",
        says: `Download version ${version.version}, converted for ${INSTALL_PLACES[target].name}`,
        command: downloadCommand(origin, version, target, file),
      },
      ...convertedSteps(version, target),
    ],
  };
}

/**
 * What is done with a converted package once it is here, from unpacking to the first call: the steps of the guide, and
 * of the INSTALL.md inside the package.
 */
export function convertedSteps(version: InstallableVersion, target: ConversionTarget): InstallStep[] {
  const { folder, unpackSays, finish, finishSays = "", call, callSays } = INSTALL_PLACES[target];
  const { slug } = version;
  return [
    { kind: "unpack", says: unpackSays, command: unpackCommand(archiveName(version, target), folder) },
    ...needs(version, target),
    ...(finish ? [{ kind: "finish" as const, says: finishSays, command: finish(slug) }] : []),
    { kind: "call", says: callSays, command: call(slug) },
  ];
}

function manualGuide(
  origin: string,
  version: InstallableVersion,
  target: ConversionTarget | null,
): InstallGuide {
  const file = archiveName(version, null);
  const folder = (target === null ? null : INSTALL_PLACES[target].manualFolder) ?? ANYWHERE;
  const platform = target === null ? "your agent" : INSTALL_PLACES[target].name;
  return {
    mode: "manual_install",
    configPath: `${folder}/${version.slug}/SKILL.md`,
    steps: [
      {
        kind: "download",
        says: `Download version ${version.version} as it was published`,
        command: downloadCommand(origin, version, null, file),
      },
      {
        kind: "unpack",
        says: `Unpack it where ${platform} finds it, from the root of your project`,
        command: unpackCommand(file, folder),
      },
      ...needs(version, target),
      ...(version.manifest ? callSteps(version.manifest, `${folder}/${version.slug}`) : []),
      {
        kind: "follow_skill_md",
        says: "This skill is installed by hand: begin a new session and follow its SKILL.md",
        command: null,
      },
    ],
  };
}

/** USK §3-2: what `http_post` and `args` mean for whoever calls. */
function callSteps(manifest: Called, folder: string): InstallStep[] {
  const endpoint = findEndpoint(manifest);
  const byArguments = argumentsCommand(manifest, folder);
  return [
    ...(endpoint === null
      ? []
      : [
          {
            kind: "call" as const,
            says: `Call it at ${new URL(endpoint).host}, its publisher's own address, which this market neither calls nor looks at: send POST with one JSON object, and read one JSON object`,
            command: endpointCommand(endpoint, manifest),
          },
        ]),
    ...(byArguments === null
      ? []
      : [
          {
            kind: "call" as const,
            says: "Call it with one argument for each member of the input, and read one JSON object from standard output",
            command: byArguments,
          },
        ]),
  ];
}

function needs(
  { pythonPackages, nodePackages, envVars }: InstallableVersion,
  target: ConversionTarget | null,
): InstallStep[] {
  const commands = [installPythonCommand(pythonPackages), installNodeCommand(nodePackages)];
  const where =
    (target && INSTALL_PLACES[target].variablesSay) ?? "in the environment that your agent starts from";
  return [
    ...commands.flatMap((command): InstallStep[] =>
      command === null
        ? []
        : [{ kind: "install_packages", says: "Install the packages that it declares", command }],
    ),
    ...(envVars.length === 0
      ? []
      : [
          {
            kind: "set_variables" as const,
            says: `Set the variables that it needs, ${where}: ${envVars.join(", ")}`,
            command: null,
          },
        ]),
  ];
}
