/** [x86-64, aarch64]; null where the architecture does not have the call. From the kernel's unistd tables. */
type SyscallNumbers = readonly [x64: number | null, arm64: number | null];

/**
 * Calls no skill needs and that reach what namespaces do not separate: other processes' memory, mounts, modules,
 * keys, clocks, io_uring, and kernel memory that neither the watchdog nor a tmpfs size counts (memfd, System V
 * and POSIX queues, asynchronous I/O contexts).
 */
export const DENIED_SYSCALLS: Readonly<Record<string, SyscallNumbers>> = {
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  process_mrelease: [448, 448],
  pidfd_open: [434, 434],
  pidfd_getfd: [438, 438],
  kcmp: [312, 272],

  unshare: [272, 97],
  setns: [308, 268],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  move_mount: [429, 429],
  open_tree: [428, 428],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  open_by_handle_at: [304, 265],
  name_to_handle_at: [303, 264],
  fanotify_init: [300, 262],
  fanotify_mark: [301, 263],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  swapon: [167, 224],
  swapoff: [168, 225],

  keyctl: [250, 219],
  add_key: [248, 217],
  request_key: [249, 218],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  io_setup: [206, 0],
  vmsplice: [278, 75],
  lookup_dcookie: [212, 18],

  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  reboot: [169, 142],
  acct: [163, 89],
  syslog: [103, 116],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  vhangup: [153, 58],
  personality: [135, 92],
  iopl: [172, null],
  ioperm: [173, null],
  modify_ldt: [154, null],
  uselib: [134, null],
  ustat: [136, null],
  sysfs: [139, null],
  _sysctl: [156, null],
  nfsservctl: [180, 42],

  mbind: [237, 235],
  set_mempolicy: [238, 237],
  set_mempolicy_home_node: [450, 450],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  mq_open: [240, 180],
  shmget: [29, 194],
  msgget: [68, 186],
  semget: [64, 190],
  // Rules are kernel memory, a set of them for each descriptor.
  landlock_create_ruleset: [444, 444],
  landlock_add_rule: [445, 445],
  landlock_restrict_self: [446, 446],
  // Would let a pair of sockets hold far more than the system's default.
  setsockopt: [54, 208],
};

/** Calls that are looked at more closely than by their number. */
const CLONE: SyscallNumbers = [56, 220];
const CLONE3: SyscallNumbers = [435, 435];
const SOCKET: SyscallNumbers = [41, 198];
const SOCKETPAIR: SyscallNumbers = [53, 199];
const MMAP: SyscallNumbers = [9, 222];
const FCNTL: SyscallNumbers = [72, 25];

/** `mseal`, the newest call that was looked at; anything later is unknown to us and answered with ENOSYS. */
const LAST_KNOWN_SYSCALL = 462;

/** Classic BPF: code, jump if true, jump if false, constant. */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, constant: number];

const LOAD_WORD = 0x20;
const JUMP_EQUAL = 0x15;
const JUMP_GREATER = 0x25;
const JUMP_AT_LEAST = 0x35;
const JUMP_ANY_BIT = 0x45;
const RETURN = 0x06;

// Offsets in struct seccomp_data; arguments are 64 bits wide and both architectures are little-endian.
const OFFSET_NUMBER = 0;
const OFFSET_ARCHITECTURE = 4;
const OFFSET_FIRST_ARGUMENT = 16;
const OFFSET_SECOND_ARGUMENT = 24;
const OFFSET_FOURTH_ARGUMENT = 40;

const ALLOW = 0x7fff_0000;
const KILL_PROCESS = 0x8000_0000;
const EPERM_NUMBER = 1;
const EINVAL_NUMBER = 22;
const ENOSYS_NUMBER = 38;
const EAFNOSUPPORT_NUMBER = 97;
const errno = (number: number) => 0x0005_0000 | number;
const EPERM = errno(EPERM_NUMBER);
const EINVAL = errno(EINVAL_NUMBER);
const ENOSYS = errno(ENOSYS_NUMBER);
const EAFNOSUPPORT = errno(EAFNOSUPPORT_NUMBER);

const AF_UNIX = 1;
const X32_BIT = 0x4000_0000;
/** MAP_SHARED, which MAP_SHARED_VALIDATE holds too, and MAP_ANONYMOUS. */
const MAP_SHARED = 0x01;
const MAP_ANONYMOUS = 0x20;
/** F_OFD_SETLK and F_OFD_SETLKW. */
const OPEN_FILE_LOCKS = [37, 38] as const;
/** CLONE_NEWTIME, NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. */
const NEW_NAMESPACE_BITS = [
  0x80, 0x2_0000, 0x200_0000, 0x400_0000, 0x800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000,
] as const;
const NEW_NAMESPACE_FLAGS = NEW_NAMESPACE_BITS.reduce((all: number, flag) => all | flag, 0);

const SECCOMP_ARCHITECTURES = {
  x64: { column: 0, audit: 0xc000_003e },
  arm64: { column: 1, audit: 0xc000_00b7 },
} as const;

export type SeccompArchitecture = keyof typeof SECCOMP_ARCHITECTURES;

/** True for a `process.arch` the filter has system call numbers for. */
export function isSeccompArchitecture(arch: string): arch is SeccompArchitecture {
  return Object.hasOwn(SECCOMP_ARCHITECTURES, arch);
}

const load = (offset: number): Instruction => [LOAD_WORD, 0, 0, offset];
const answer = (action: number): Instruction => [RETURN, 0, 0, action];

/**
 * The seccomp program of every sandbox, as `struct sock_filter[]`.
 *
 * It allows by default, because interpreters use most calls, and refuses what reaches past the namespaces: no socket
 * of any family (AF_VSOCK is not held by a network namespace), no new namespaces, no io_uring, no tracing. A call
 * of a foreign architecture or of the x32 table ends the process, since its numbers mean other calls.
 * `clone3` and calls newer than the table answer ENOSYS: libc then uses the older call, whose flags can be read.
 *
 * Shared memory without a file is refused: its pages stay when nobody has them mapped any more, and then stand in no
 * process's resident set. So are locks of open files, which name no process that they could be counted for.
 */
export function buildSeccompFilter(architecture: SeccompArchitecture): Uint8Array {
  const { column, audit } = SECCOMP_ARCHITECTURES[architecture];
  const number = (call: SyscallNumbers) => call[column];
  const denied = Object.values(DENIED_SYSCALLS)
    .map(number)
    .filter((call) => call !== null);
  return encode([
    load(OFFSET_ARCHITECTURE),
    [JUMP_EQUAL, 1, 0, audit],
    answer(KILL_PROCESS),
    load(OFFSET_NUMBER),
    ...(architecture === "x64" ? x32Refused : []),
    [JUMP_GREATER, 0, 1, LAST_KNOWN_SYSCALL],
    answer(ENOSYS),
    ...denied.flatMap((call) => when(call, [answer(EPERM)])),
    ...when(number(CLONE3), [answer(ENOSYS)]),
    ...when(number(CLONE), refuseNewNamespaces),
    ...when(number(SOCKET), [answer(EAFNOSUPPORT)]),
    ...when(number(SOCKETPAIR), onlyUnixPairs),
    ...when(number(MMAP), noSharedAnonymousMemory),
    ...when(number(FCNTL), noOpenFileLocks),
    answer(ALLOW),
  ]);
}

const x32Refused: readonly Instruction[] = [[JUMP_AT_LEAST, 0, 1, X32_BIT], answer(KILL_PROCESS)];

const refuseNewNamespaces: readonly Instruction[] = [
  load(OFFSET_FIRST_ARGUMENT),
  [JUMP_ANY_BIT, 0, 1, NEW_NAMESPACE_FLAGS],
  answer(EPERM),
  answer(ALLOW),
];

// Event loops and child processes of node and python talk through pairs, which lead nowhere else.
const onlyUnixPairs: readonly Instruction[] = [
  load(OFFSET_FIRST_ARGUMENT),
  [JUMP_EQUAL, 0, 1, AF_UNIX],
  answer(ALLOW),
  answer(EAFNOSUPPORT),
];

const noSharedAnonymousMemory: readonly Instruction[] = [
  load(OFFSET_FOURTH_ARGUMENT),
  [JUMP_ANY_BIT, 0, 2, MAP_ANONYMOUS],
  [JUMP_ANY_BIT, 0, 1, MAP_SHARED],
  answer(EPERM),
  answer(ALLOW),
];

// As a kernel answers that does not know them.
const noOpenFileLocks: readonly Instruction[] = [
  load(OFFSET_SECOND_ARGUMENT),
  ...OPEN_FILE_LOCKS.flatMap((command): Instruction[] => [[JUMP_EQUAL, 0, 1, command], answer(EINVAL)]),
  answer(ALLOW),
];

/** `body` for one call; it must end in an answer, because it may have loaded something else than the number. */
function when(call: number | null, body: readonly Instruction[]): readonly Instruction[] {
  return call === null ? [] : [[JUMP_EQUAL, 0, body.length, call], ...body];
}

function encode(program: readonly Instruction[]): Uint8Array {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, ifTrue, ifFalse, constant]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(constant >>> 0, index * 8 + 4);
  }
  return bytes;
}

const ARCHITECTURES: Readonly<Record<SeccompArchitecture, string>> = {
  x64: "SCMP_ARCH_X86_64",
  arm64: "SCMP_ARCH_AARCH64",
};
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
