// Programs that npm cannot bring: what is missing, and how to get it on this machine.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** The one without windows first: less to install, to start and to draw for the same pages. */
const CHROMIUM_PATHS = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

interface Program {
  why: string;
  found: () => boolean;
  /** Its packages on Debian. */
  debian: string[];
  otherwise: string;
  optional?: boolean;
}

const programs = {
  bubblewrap: {
    why: "runs skills in a sandbox",
    found: () => fs.existsSync("/usr/bin/bwrap"),
    debian: ["bubblewrap"],
    otherwise: "sudo dnf install bubblewrap (Fedora), sudo pacman -S bubblewrap (Arch); Linux only",
  },
  "python client": {
    why: "tests the client in Python, with its types",
    found: () =>
      spawnSync("/usr/bin/python3", ["-c", "import cryptography, ensurepip, mypy, venv"]).status === 0,
    debian: ["python3-cryptography", "python3-venv", "mypy"],
    otherwise: "install cryptography, venv and mypy for /usr/bin/python3",
  },
  python: {
    why: "runs python skills",
    found: () => fs.existsSync("/usr/bin/python3"),
    debian: ["python3-minimal", "libpython3-stdlib"],
    otherwise: "install python3 so that /usr/bin/python3 exists",
  },
  gVisor: {
    why: "runs skills with RUNNER=gvisor, which tests then try",
    found: () => fs.existsSync("/usr/bin/runsc"),
    debian: ["runsc"],
    otherwise: "install runsc from gvisor.dev as /usr/bin/runsc; Linux only",
    optional: true,
  },
  "container engine": {
    why: "runs skills with RUNNER=docker, which tests then try",
    found: () => fs.existsSync("/usr/bin/podman") && fs.existsSync("/usr/sbin/runc"),
    debian: ["podman", "runc"],
    otherwise: "sudo dnf install podman runc (Fedora); Linux only",
    optional: true,
  },
  git: {
    why: "clones skills in tests, as people do",
    found: () => spawnSync("git", ["--version"]).status === 0,
    debian: ["git"],
    otherwise: "sudo dnf install git (Fedora), sudo pacman -S git (Arch), xcode-select --install (macOS)",
  },
  chromium: {
    why: "drives the pages in tests",
    found: () => Boolean(findChromium()),
    debian: ["chromium-headless-shell"],
    otherwise: "npx playwright install chromium",
  },
  "CJK fonts": {
    why: "draw Chinese and Korean in screenshots",
    found: () => fs.existsSync("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"),
    debian: ["fonts-noto-cjk"],
    otherwise: "install Noto Sans CJK",
    optional: true,
  },
} satisfies Record<string, Program>;
export type ProgramName = keyof typeof programs;
export const PROGRAMS: Record<ProgramName, Program> = programs;

export interface Missing {
  name: ProgramName;
  why: string;
  command: string;
}

/** The browser to use: CHROMIUM_PATH, else one of the usual places, else nothing. */
export function findChromium(): string | undefined {
  const wanted = process.env.CHROMIUM_PATH;
  return [wanted, ...CHROMIUM_PATHS].find((file) => file && fs.existsSync(file));
}

/**
 * Makes sure the named programs are there. On Debian and as root they are installed; elsewhere each missing one is
 * returned with the command that installs it.
 */
export async function ensurePrograms(
  names: readonly ProgramName[],
  say: (line: string) => void,
): Promise<Missing[]> {
  const wanted = missing(names);
  if (wanted.length > 0 && canInstall()) {
    // One that this release does not have must not keep the others from being installed.
    const packagesOf = (names: readonly ProgramName[]) => names.map((name) => PROGRAMS[name].debian);
    const needed = packagesOf(wanted.filter((name) => !PROGRAMS[name].optional));
    const optional = packagesOf(wanted.filter((name) => PROGRAMS[name].optional));
    say(`installing ${[...needed, ...optional].flat().join(", ")} through the system's package manager`);
    await runApt(["update", "-qq"]);
    const batched = needed.length === 0 || (await install(needed.flat()));
    for (const packages of [...(batched ? [] : needed), ...optional]) await install(packages);
  }
  return missing(names).map((name) => ({
    name,
    why: PROGRAMS[name].why,
    command: fs.existsSync("/usr/bin/apt-get")
      ? `sudo apt-get install -y ${PROGRAMS[name].debian.join(" ")}`
      : PROGRAMS[name].otherwise,
  }));
}

const missing = (names: readonly ProgramName[]) => names.filter((name) => !PROGRAMS[name].found());
const canInstall = () => process.getuid?.() === 0 && fs.existsSync("/usr/bin/apt-get");

const install = (packages: readonly string[]) =>
  runApt(["install", "-y", "-qq", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=120", ...packages]);

// Another package manager may hold the lock for a while; ask again instead of failing. True when apt did what it
// was asked.
async function runApt(args: readonly string[]): Promise<boolean> {
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (let attempt = 1; attempt <= 3; attempt++) {
    const result = spawnSync("apt-get", args, {
      env: environment,
      stdio: ["ignore", "ignore", "pipe"],
      encoding: "utf8",
    });
    if (result.status === 0) return true;
    const said = result.stderr.trim().slice(-500);
    const unknown = /Unable to locate package/.test(said);
    if (attempt === 3 || unknown) {
      console.error(`apt-get ${args[0]} failed: ${said}`);
      return false;
    }
    await sleep(5_000);
  }
  return false;
}
