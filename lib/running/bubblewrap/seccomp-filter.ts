import {
  CLONE,
  CLONE3,
  DENIED_SYSCALLS,
  FCNTL,
  LAST_KNOWN_SYSCALL,
  MMAP,
  SOCKET,
  SOCKETPAIR,
} from "./syscall-numbers";
import type { SyscallNumbers } from "./syscall-numbers";

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
export const EPERM_NUMBER = 1;
export const EINVAL_NUMBER = 22;
export const ENOSYS_NUMBER = 38;
export const EAFNOSUPPORT_NUMBER = 97;
const errno = (number: number) => 0x0005_0000 | number;
const EPERM = errno(EPERM_NUMBER);
const EINVAL = errno(EINVAL_NUMBER);
const ENOSYS = errno(ENOSYS_NUMBER);
const EAFNOSUPPORT = errno(EAFNOSUPPORT_NUMBER);

const AF_UNIX = 1;
const X32_BIT = 0x4000_0000;
/** MAP_SHARED, which MAP_SHARED_VALIDATE holds too, and MAP_ANONYMOUS. */
export const MAP_SHARED = 0x01;
export const MAP_ANONYMOUS = 0x20;
/** F_OFD_SETLK and F_OFD_SETLKW. */
export const OPEN_FILE_LOCKS = [37, 38] as const;
/** CLONE_NEWTIME, NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. */
export const NEW_NAMESPACE_BITS = [
  0x80, 0x2_0000, 0x200_0000, 0x400_0000, 0x800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000,
] as const;
const NEW_NAMESPACE_FLAGS = NEW_NAMESPACE_BITS.reduce((all: number, flag) => all | flag, 0);

export const SECCOMP_ARCHITECTURES = {
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
