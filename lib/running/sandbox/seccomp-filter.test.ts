import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  buildSeccompFilter,
  isSeccompArchitecture,
  type SeccompArchitecture,
  DENIED_SYSCALLS,
} from "@/lib/running/sandbox/seccomp";

const AUDIT = { x64: 0xc000_003e, arm64: 0xc000_00b7 };
const CLONE = { x64: 56, arm64: 220 };
const SOCKET = { x64: 41, arm64: 198 };
const SOCKETPAIR = { x64: 53, arm64: 199 };
const MMAP = { x64: 9, arm64: 222 };
const FCNTL = { x64: 72, arm64: 25 };
const ALLOW = 0x7fff_0000;
const KILL = 0x8000_0000;
const EPERM = 0x0005_0001;
const EINVAL = 0x0005_0016;
const ENOSYS = 0x0005_0026;
const EAFNOSUPPORT = 0x0005_0061;

interface Call {
  number: number;
  audit?: number;
  argument?: number;
  /** The second and the fourth. */
  second?: number;
  fourth?: number;
}

/** Runs the program as the kernel would: one accumulator, forward jumps only. */
function decide(architecture: SeccompArchitecture, call: Call): number {
  const program = Buffer.from(buildSeccompFilter(architecture));
  const data: Record<number, number> = {
    0: call.number,
    4: call.audit ?? AUDIT[architecture],
    16: call.argument ?? 0,
    24: call.second ?? 0,
    40: call.fourth ?? 0,
  };
  let accumulator = 0;
  for (let at = 0; at * 8 < program.length; at++) {
    const code = program.readUInt16LE(at * 8);
    const constant = program.readUInt32LE(at * 8 + 4);
    if (code === 0x06) return constant;
    if (code === 0x20) accumulator = data[constant] ?? 0;
    else {
      const holds = {
        0x15: accumulator === constant,
        0x25: accumulator > constant,
        0x35: accumulator >= constant,
        0x45: (accumulator & constant) !== 0,
      }[code];
      if (holds === undefined) throw new Error(`unknown instruction ${code}`);
      at += program.readUInt8(at * 8 + (holds ? 2 : 3));
    }
  }
  throw new Error("the program ran past its end");
}

describe.each(["x64", "arm64"] as const)("the filter for %s", (architecture) => {
  const column = architecture === "x64" ? 0 : 1;
  const denied = Object.entries(DENIED_SYSCALLS)
    .map(([name, numbers]) => [name, numbers[column]] as const)
    .filter((entry): entry is readonly [string, number] => entry[1] !== null);

  it("refuses every listed call", () => {
    for (const [name, number] of denied)
      expect([name, decide(architecture, { number })]).toEqual([name, EPERM]);
  });

  it("ends a process that calls through another architecture's table", () => {
    expect(decide(architecture, { number: 0, audit: 0x4000_0003 })).toBe(KILL);
    expect(decide(architecture, { number: 0, audit: AUDIT[architecture === "x64" ? "arm64" : "x64"] })).toBe(
      KILL,
    );
  });

  it("opens no socket of any family but lets a pair of local ones be made", () => {
    for (const family of [1, 2, 10, 16, 17, 38, 40]) {
      expect(decide(architecture, { number: SOCKET[architecture], argument: family })).toBe(EAFNOSUPPORT);
    }
    expect(decide(architecture, { number: SOCKETPAIR[architecture], argument: 1 })).toBe(ALLOW);
    expect(decide(architecture, { number: SOCKETPAIR[architecture], argument: 40 })).toBe(EAFNOSUPPORT);
  });

  it("maps files shared and memory private, but shares no memory without a file", () => {
    const number = MMAP[architecture];
    const [shared, priv, validated, anonymous] = [0x01, 0x02, 0x03, 0x20];
    for (const fourth of [shared, priv, validated, priv | anonymous, 0x4000 | priv | anonymous])
      expect(decide(architecture, { number, fourth })).toBe(ALLOW);
    for (const fourth of [shared | anonymous, validated | anonymous, 0x8000 | shared | anonymous])
      expect(decide(architecture, { number, fourth })).toBe(EPERM);
  });

  it("locks files for a process, but not for an open file", () => {
    const number = FCNTL[architecture];
    for (const second of [1, 3, 6, 7, 1024]) expect(decide(architecture, { number, second })).toBe(ALLOW);
    for (const second of [37, 38]) expect(decide(architecture, { number, second })).toBe(EINVAL);
  });

  it("lets threads and processes start but no namespace", () => {
    const thread = 0x003d_0f00;
    expect(decide(architecture, { number: CLONE[architecture], argument: thread })).toBe(ALLOW);
    expect(decide(architecture, { number: CLONE[architecture], argument: 17 })).toBe(ALLOW);
    for (const flag of [
      0x2_0000, 0x0200_0000, 0x0400_0000, 0x0800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000,
    ]) {
      expect(decide(architecture, { number: CLONE[architecture], argument: thread | flag })).toBe(EPERM);
    }
    expect(decide(architecture, { number: 435 })).toBe(ENOSYS);
  });

  it("answers ENOSYS for calls newer than its table", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 463, max: 0x3fff_ffff }),
        (number) => decide(architecture, { number }) === ENOSYS,
      ),
    );
  });

  it("gives an answer for every call", () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(), (number, argument) =>
        [ALLOW, EPERM, ENOSYS, EAFNOSUPPORT].includes(decide(architecture, { number, argument })),
      ),
    );
  });
});

it("ends an x32 call on x64, whose numbers would dodge the table", () => {
  expect(decide("x64", { number: 0x4000_0000 | 101 })).toBe(KILL);
});

it("knows two architectures", () => {
  expect(["x64", "arm64", "riscv64", "ia32"].map(isSeccompArchitecture)).toEqual([true, true, false, false]);
});
