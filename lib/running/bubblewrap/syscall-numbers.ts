/** [x86-64, aarch64]; null where the architecture does not have the call. From the kernel's unistd tables. */
export type SyscallNumbers = readonly [x64: number | null, arm64: number | null];

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
export const CLONE: SyscallNumbers = [56, 220];
export const CLONE3: SyscallNumbers = [435, 435];
export const SOCKET: SyscallNumbers = [41, 198];
export const SOCKETPAIR: SyscallNumbers = [53, 199];
export const MMAP: SyscallNumbers = [9, 222];
export const FCNTL: SyscallNumbers = [72, 25];

/** `mseal`, the newest call that was looked at; anything later is unknown to us and answered with ENOSYS. */
export const LAST_KNOWN_SYSCALL = 462;
