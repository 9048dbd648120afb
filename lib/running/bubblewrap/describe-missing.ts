import fs from "node:fs";

interface MissingProgram {
  readonly name: string;
  readonly why: string;
  /** The command that installs it on this machine, or what to do instead. */
  readonly remedy: string;
}

/** What the search for programs depends on, so that tests can describe another machine. */
export interface MachineFacts {
  readonly platform: NodeJS.Platform;
  exists(path: string): boolean;
}

const thisMachine: MachineFacts = { platform: process.platform, exists: (path) => fs.existsSync(path) };

interface Program {
  readonly name: string;
  readonly path: string;
  readonly why: string;
  readonly packages: { readonly apt: string; readonly dnf: string; readonly pacman: string };
}

const same = (name: string) => ({ apt: name, dnf: name, pacman: name });

const PROGRAMS: readonly Program[] = [
  {
    name: "bubblewrap",
    path: "/usr/bin/bwrap",
    why: "runs skills in a sandbox",
    packages: same("bubblewrap"),
  },
  { name: "bash", path: "/usr/bin/bash", why: "starts skills inside the sandbox", packages: same("bash") },
  { name: "tar", path: "/usr/bin/tar", why: "unpacks skills inside the sandbox", packages: same("tar") },
  {
    name: "mkfifo",
    path: "/usr/bin/mkfifo",
    why: "carries the output of skills",
    packages: same("coreutils"),
  },
  {
    name: "python3",
    path: "/usr/bin/python3",
    why: "runs python skills",
    packages: { apt: "python3", dnf: "python3", pacman: "python" },
  },
];

const MANAGERS = [
  { path: "/usr/bin/apt-get", key: "apt", command: "apt-get install -y" },
  { path: "/usr/bin/dnf", key: "dnf", command: "dnf install -y" },
  { path: "/usr/bin/pacman", key: "pacman", command: "pacman -S --noconfirm" },
] as const;

/** Remedy where the sandbox cannot exist at all. */
export const NOT_LINUX =
  "Skills run in Linux namespaces: use Linux (on macOS and Windows a Linux virtual machine).";

/** The programs running skills needs that this machine lacks, each with the command that installs it. */
export function describeMissing(machine: MachineFacts = thisMachine): MissingProgram[] {
  if (machine.platform !== "linux") {
    return [{ name: "bubblewrap", why: "runs skills in a sandbox", remedy: NOT_LINUX }];
  }
  const manager = MANAGERS.find(({ path }) => machine.exists(path));
  return PROGRAMS.filter(({ path }) => !machine.exists(path)).map(({ name, path, why, packages }) => ({
    name,
    why,
    remedy: manager
      ? `sudo ${manager.command} ${packages[manager.key]}`
      : `install ${packages.apt} so that ${path} exists`,
  }));
}

/** What helps when bwrap is there and the kernel or the container refuses it a namespace. */
export function describeRefusal(stderr: string): string {
  if (/uid map|setting up uid/i.test(stderr)) {
    return "The system forbids user namespaces to bwrap (Ubuntu 24.04 does): load the AppArmor profile bwrap-userns-restrict, or run `sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0`.";
  }
  if (/namespace|Operation not permitted|clone/i.test(stderr)) {
    return "User namespaces are not allowed here: run `sudo sysctl -w user.max_user_namespaces=15000`; inside a container, start it with `--security-opt seccomp=unconfined --security-opt apparmor=unconfined`.";
  }
  return "Run `bwrap --unshare-all --ro-bind / / true` to see what is refused.";
}
