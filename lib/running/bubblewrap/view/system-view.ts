import fs from "node:fs";

/**
 * What of the machine's own system a skill sees, as bwrap arguments: programs and libraries of the distribution,
 * read-only. Not /usr/local, not /etc but two files that programs and the dynamic linker are found through,
 * nothing of any person. Python packages the machine happens to have are hidden, so that a skill behaves alike
 * on every machine.
 */
export function systemView(): string[] {
  return [
    ...["/usr/bin", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/share/zoneinfo"].flatMap(bindIfThere),
    ...["/bin", "/lib", "/lib32", "/lib64"].flatMap(sameAsHost),
    ...["/etc/alternatives", "/etc/ld.so.cache"].flatMap(bindIfThere),
    ...sitePackages().flatMap((directory) => ["--tmpfs", directory, "--remount-ro", directory]),
  ];
}

const bindIfThere = (place: string) => (fs.existsSync(place) ? ["--ro-bind", place, place] : []);

// Merged-usr systems have links here, older ones directories.
function sameAsHost(place: string): string[] {
  const found = fs.lstatSync(place, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) return ["--symlink", fs.readlinkSync(place), place];
  return found ? ["--ro-bind", place, place] : [];
}

function sitePackages(): string[] {
  return ["/usr/lib", "/usr/lib64"].flatMap((library) =>
    ownDirectories(library, /^python3(\.\d+)?$/).flatMap((python) =>
      ownDirectories(python, /^(site|dist)-packages$/),
    ),
  );
}

// Real directories only: /usr/lib64 may be a link to one that is looked at already.
function ownDirectories(place: string, pattern: RegExp): string[] {
  if (!fs.lstatSync(place, { throwIfNoEntry: false })?.isDirectory()) return [];
  return fs
    .readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && pattern.test(entry.name))
    .map(({ name }) => `${place}/${name}`);
}
