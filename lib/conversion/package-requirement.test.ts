import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  installNodeCommand,
  installPythonCommand,
  meetsDemand,
  readPythonRequirement,
} from "./package-requirement";
import { hostileText } from "./testing/hostile-text";

describe("readPythonRequirement", () => {
  it("reads names, extras and demands", () => {
    expect(readPythonRequirement(" Requests[socks] >=2.28.0, <3 ")).toMatchObject({
      name: "requests",
      demands: [
        { operator: ">=", version: "2.28.0" },
        { operator: "<", version: "3" },
      ],
    });
    expect(readPythonRequirement("tavily_python")?.name).toBe("tavily-python");
  });

  it("takes no option, address, path or marker for a package", () => {
    for (const text of [
      "-r x",
      "--index-url=http://x",
      "git+https://x/y",
      "./x",
      "x @ http://y",
      "x; os_name=='nt'",
      "",
      "x y",
    ])
      expect(readPythonRequirement(text)).toBeNull();
  });
});

describe("meetsDemand", () => {
  it.each([
    ["2.31.0", ">=", "2.28", true],
    ["2.9", ">=", "2.10", false],
    ["3.0", "==", "3", true],
    ["3.1", "!=", "3.1.0", false],
    ["1.4.5", "~=", "1.4.2", true],
    ["1.5.0", "~=", "1.4.2", false],
    ["1.0", "<", "1.0.0", false],
    ["1.0", "<=", "1.0.0", true],
    ["1.0.1", ">", "1.0", true],
    ["2.0rc1", ">=", "1.0", null],
    ["2.0", "==", "2.*", null],
    ["2.0", "~=", "2", null],
  ] as const)("%s %s %s: %s", (installed, operator, version, expected) => {
    expect(meetsDemand(installed, { operator, version })).toBe(expected);
  });
});

describe("an install command", () => {
  it("holds only proper names, each as one quoted word", () => {
    fc.assert(
      fc.property(fc.array(hostileText), (texts) => {
        for (const command of [installPythonCommand(texts), installNodeCommand(texts)])
          expect(command ?? "x 'a'").toMatch(
            /^[a-z0-9 -]*x?( '[A-Za-z0-9@][A-Za-z0-9@/._~^<>=!,+*[\] -]*')+$/,
          );
      }),
    );
    expect(installNodeCommand(["@types/node@20.1.0", "left-pad", "-g", "a b"])).toBe(
      "npm install '@types/node@20.1.0' 'left-pad'",
    );
  });
});
