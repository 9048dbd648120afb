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
const offsetOfArgument = (index: number) => 16 + 8 * index;

const EPERM = 1;
const EINVAL = 22;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

const load = (offset: number): Instruction => [LOAD_WORD, 0, 0, offset];
const answer = (action: number): Instruction => [RETURN, 0, 0, action];
const KILLED = answer(0x8000_0000);
const ALLOWED = answer(0x7fff_0000);
const refused = (errno: number) => answer(0x0005_0000 | errno);

const AF_UNIX = 1;
const X32_BIT = 0x4000_0000;
const MAP_ANONYMOUS = 0x20;
/** MAP_SHARED, which MAP_SHARED_VALIDATE holds too. */
const MAP_SHARED = 0x01;
/** F_OFD_SETLK and F_OFD_SETLKW. */
const OPEN_FILE_LOCKS = [37, 38] as const;
/** CLONE_NEWTIME, NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. */
const NEW_NAMESPACE_BITS = [
  0x80, 0x2_0000, 0x200_0000, 0x400_0000, 0x800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000,
] as const;

/** For which values of an argument a call is refused, in the form of the kernel and in that of container engines. */
interface Condition {
  readonly index: number;
  readonly filter: (refusal: Instruction) => readonly Instruction[];
  /** A call is refused where any of these is met. */
  readonly profile: readonly { readonly value: number; readonly valueTwo: number; readonly op: string }[];
}

const sum = (bits: readonly number[]) => bits.reduce((all, bit) => all | bit, 0);
const masked = (bits: number) => ({ value: bits, valueTwo: bits, op: "SCMP_CMP_MASKED_EQ" });

const anyBit = (index: number, bits: readonly number[]): Condition => ({
  index,
  filter: (refusal) => [[JUMP_ANY_BIT, 0, 1, sum(bits)], refusal, ALLOWED],
  profile: bits.map(masked),
});

const allBits = (index: number, bits: readonly number[]): Condition => ({
  index,
  filter: (refusal) => [
    ...bits.map((bit, place): Instruction => [JUMP_ANY_BIT, 0, bits.length - place, bit]),
    refusal,
    ALLOWED,
  ],
  profile: [masked(sum(bits))],
});

const otherThan = (index: number, value: number): Condition => ({
  index,
  filter: (refusal) => [[JUMP_EQUAL, 0, 1, value], ALLOWED, refusal],
  profile: [{ value, valueTwo: 0, op: "SCMP_CMP_NE" }],
});

const oneOf = (index: number, values: readonly number[]): Condition => ({
  index,
  filter: (refusal) => [
    ...values.flatMap((value): Instruction[] => [[JUMP_EQUAL, 0, 1, value], refusal]),
    ALLOWED,
  ],
  profile: values.map((value) => ({ value, valueTwo: 0, op: "SCMP_CMP_EQ" })),
});

interface Rule {
  readonly calls: Readonly<Record<string, SyscallNumbers>>;
  readonly errno: number;
  /** Always, if absent. */
  readonly when?: Condition;
}

/** Which calls are refused, and with what. */
const RULES: readonly Rule[] = [
  { calls: DENIED_SYSCALLS, errno: EPERM },
  // libc then uses the older call, whose flags can be read.
  { calls: { clone3: [435, 435] }, errno: ENOSYS },
  { calls: { clone: [56, 220] }, errno: EPERM, when: anyBit(0, NEW_NAMESPACE_BITS) },
  { calls: { socket: [41, 198] }, errno: EAFNOSUPPORT },
  // Event loops and child processes of node and python talk through pairs, which lead nowhere else.
  { calls: { socketpair: [53, 199] }, errno: EAFNOSUPPORT, when: otherThan(0, AF_UNIX) },
  { calls: { mmap: [9, 222] }, errno: EPERM, when: allBits(3, [MAP_ANONYMOUS, MAP_SHARED]) },
  // As a kernel answers that does not know them.
  { calls: { fcntl: [72, 25] }, errno: EINVAL, when: oneOf(1, OPEN_FILE_LOCKS) },
];

const SECCOMP_ARCHITECTURES = {
  x64: { column: 0, audit: 0xc000_003e, name: "SCMP_ARCH_X86_64" },
  arm64: { column: 1, audit: 0xc000_00b7, name: "SCMP_ARCH_AARCH64" },
} as const;

export type SeccompArchitecture = keyof typeof SECCOMP_ARCHITECTURES;

/** True for a `process.arch` the filter has system call numbers for. */
export function isSeccompArchitecture(arch: string): arch is SeccompArchitecture {
  return Object.hasOwn(SECCOMP_ARCHITECTURES, arch);
}

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
  const rules = RULES.flatMap(({ calls, errno, when }) => {
    const refusal = refused(errno);
    const body = when ? [load(offsetOfArgument(when.index)), ...when.filter(refusal)] : [refusal];
    return Object.values(calls).flatMap((numbers) => forCall(numbers[column], body));
  });
  return encode([
    load(OFFSET_ARCHITECTURE),
    [JUMP_EQUAL, 1, 0, audit],
    KILLED,
    load(OFFSET_NUMBER),
    ...(architecture === "x64" ? x32Refused : []),
    [JUMP_GREATER, 0, 1, LAST_KNOWN_SYSCALL],
    refused(ENOSYS),
    ...rules,
    ALLOWED,
  ]);
}

const x32Refused: readonly Instruction[] = [[JUMP_AT_LEAST, 0, 1, X32_BIT], KILLED];

/** `body` for one call; it must end in an answer, because it may have loaded something else than the number. */
function forCall(call: number | null, body: readonly Instruction[]): readonly Instruction[] {
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

/**
 * The rules of `buildSeccompFilter` in the form container engines take. One thing cannot be said in it: that calls
 * newer than the table answer ENOSYS; those are the kernel's to answer. A foreign architecture's calls end the process.
 */
export function seccompProfile(architecture: SeccompArchitecture): string {
  const syscalls = RULES.flatMap(({ calls, errno, when }) => {
    const conditions = when?.profile.map((each) => [{ index: when.index, ...each }]) ?? [[]];
    return conditions.map((args) => ({
      names: Object.keys(calls),
      action: "SCMP_ACT_ERRNO",
      errnoRet: errno,
      args,
    }));
  });
  return JSON.stringify({
    defaultAction: "SCMP_ACT_ALLOW",
    architectures: [SECCOMP_ARCHITECTURES[architecture].name],
    syscalls,
  });
}
