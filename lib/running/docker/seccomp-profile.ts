import {
  EAFNOSUPPORT_NUMBER,
  EINVAL_NUMBER,
  ENOSYS_NUMBER,
  EPERM_NUMBER,
  MAP_ANONYMOUS,
  MAP_SHARED,
  NEW_NAMESPACE_BITS,
  OPEN_FILE_LOCKS,
  type SeccompArchitecture,
} from "../bubblewrap/seccomp-filter";
import { DENIED_SYSCALLS } from "../bubblewrap/syscall-numbers";

const ARCHITECTURES: Readonly<Record<SeccompArchitecture, string>> = {
  x64: "SCMP_ARCH_X86_64",
  arm64: "SCMP_ARCH_AARCH64",
};
const AF_UNIX = 1;
const SHARED_ANONYMOUS = MAP_SHARED | MAP_ANONYMOUS;

interface Rule {
  readonly names: readonly string[];
  readonly errno: number;
  readonly args?: readonly object[];
}

const RULES: readonly Rule[] = [
  { names: Object.keys(DENIED_SYSCALLS), errno: EPERM_NUMBER },
  // libc then uses the older call, whose flags can be read.
  { names: ["clone3"], errno: ENOSYS_NUMBER },
  ...NEW_NAMESPACE_BITS.map((flag) => ({
    names: ["clone"],
    errno: EPERM_NUMBER,
    args: [{ index: 0, value: flag, valueTwo: flag, op: "SCMP_CMP_MASKED_EQ" }],
  })),
  { names: ["socket"], errno: EAFNOSUPPORT_NUMBER },
  {
    names: ["socketpair"],
    errno: EAFNOSUPPORT_NUMBER,
    args: [{ index: 0, value: AF_UNIX, valueTwo: 0, op: "SCMP_CMP_NE" }],
  },
  {
    names: ["mmap"],
    errno: EPERM_NUMBER,
    args: [{ index: 3, value: SHARED_ANONYMOUS, valueTwo: SHARED_ANONYMOUS, op: "SCMP_CMP_MASKED_EQ" }],
  },
  ...OPEN_FILE_LOCKS.map((command) => ({
    names: ["fcntl"],
    errno: EINVAL_NUMBER,
    args: [{ index: 1, value: command, valueTwo: 0, op: "SCMP_CMP_EQ" }],
  })),
];

/**
 * The rules of `buildSeccompFilter` in the form container engines take. One thing cannot be said in it: that calls
 * newer than the table answer ENOSYS; those are the kernel's to answer. A foreign architecture's calls end the process.
 */
export function seccompProfile(architecture: SeccompArchitecture): string {
  return JSON.stringify({
    defaultAction: "SCMP_ACT_ALLOW",
    architectures: [ARCHITECTURES[architecture]],
    syscalls: RULES.map(({ names, errno, args = [] }) => ({
      names,
      action: "SCMP_ACT_ERRNO",
      errnoRet: errno,
      args,
    })),
  });
}
