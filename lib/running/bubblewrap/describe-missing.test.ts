import { describe, expect, it } from "vitest";
import {
  describeMissing,
  describeRefusal,
  type MachineFacts,
} from "@/lib/running/bubblewrap/describe-missing";

const machine = (platform: NodeJS.Platform, ...files: string[]): MachineFacts => ({
  platform,
  exists: (path) => files.includes(path),
});
const BASE = ["/usr/bin/bash", "/usr/bin/tar", "/usr/bin/mkfifo"];

describe("what is missing to run skills", () => {
  it("is told with the command of the machine's own package manager", () => {
    const remedies = (manager: string) =>
      describeMissing(machine("linux", manager, ...BASE)).map(({ name, remedy }) => `${name}: ${remedy}`);
    expect(remedies("/usr/bin/apt-get")).toEqual([
      "bubblewrap: sudo apt-get install -y bubblewrap",
      "python3: sudo apt-get install -y python3",
    ]);
    expect(remedies("/usr/bin/dnf")).toContain("bubblewrap: sudo dnf install -y bubblewrap");
    expect(remedies("/usr/bin/pacman")).toContain("python3: sudo pacman -S --noconfirm python");
    expect(remedies("/nothing")).toContain("bubblewrap: install bubblewrap so that /usr/bin/bwrap exists");
  });

  it("is nothing when all is there", () => {
    expect(describeMissing(machine("linux", "/usr/bin/bwrap", "/usr/bin/python3", ...BASE))).toEqual([]);
  });

  it("is Linux itself elsewhere", () => {
    for (const platform of ["darwin", "win32"] as const) {
      expect(describeMissing(machine(platform))).toMatchObject([
        { remedy: expect.stringContaining("Linux") as string },
      ]);
    }
  });
});

it("a kernel's refusal is answered with what helps against it", () => {
  expect(describeRefusal("bwrap: setting up uid map: Permission denied")).toMatch(/bwrap-userns-restrict/);
  expect(describeRefusal("bwrap: No permissions to create new namespace")).toMatch(/max_user_namespaces/);
  expect(describeRefusal("bwrap: something else")).toMatch(/bwrap --unshare-all/);
});
