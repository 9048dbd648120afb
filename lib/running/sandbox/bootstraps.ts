import fs from "node:fs";
import path from "node:path";
import { ARGUMENTS_FILE, ENTRY_FILE, INPUT_FILE, PACKAGE_FOLDER } from "@/lib/running/sandbox/job";
import { READY, STATUS_FD, WAITING } from "@/lib/running/sandbox/launcher";
import { makeWorkDirectory } from "@/lib/running/sandbox/work-directory";

export interface LaidBootstraps {
  readonly files: { readonly python3: string; readonly node: string };
  remove(): void;
}

/** Puts the programs that take a job where the user of a sandbox can read them. */
export function layBootstraps(): LaidBootstraps {
  const filesIn = (place: string) => ({
    python3: path.join(place, "start.py"),
    node: path.join(place, "start.cjs"),
  });
  const directory = makeWorkDirectory("readable", (place) => {
    fs.writeFileSync(filesIn(place).python3, PYTHON_BOOTSTRAP, { mode: 0o644 });
    fs.writeFileSync(filesIn(place).node, NODE_BOOTSTRAP, { mode: 0o644 });
  });
  return { files: filesIn(directory.path), remove: () => directory.remove() };
}

/**
 * The trusted program a node sandbox waits in. It takes one job from standard input, lays it out, puts the input in
 * place of the stream and starts the script as the main module, in either module system.
 */
const NODE_BOOTSTRAP = `
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { runMain } = require("node:module");

function take(count) {
  const bytes = Buffer.allocUnsafe(count);
  for (let at = 0; at < count; ) {
    const read = readSome(bytes, at);
    if (read === 0) process.exit(125);
    at += read;
  }
  return bytes;
}

function readSome(bytes, at) {
  for (;;) {
    try {
      return fs.readSync(0, bytes, at, bytes.length - at, null);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

const octal = (header, from, to) => parseInt(header.toString("latin1", from, to), 8);
const untilZero = (bytes) => {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
};

function unpack() {
  let longName;
  for (let header = take(512); header.some((byte) => byte !== 0); header = take(512)) {
    const size = octal(header, 124, 135);
    const content = take(size);
    take((512 - (size % 512)) % 512);
    if (header[156] === 0x4c) {
      longName = untilZero(content);
      continue;
    }
    const file = Buffer.concat([Buffer.from("/job/"), longName ?? untilZero(header.subarray(0, 100))]);
    longName = undefined;
    fs.mkdirSync(file.subarray(0, file.lastIndexOf(0x2f)), { recursive: true });
    fs.writeFileSync(file, content, { mode: octal(header, 100, 107), flag: "wx" });
    const changed = octal(header, 136, 147);
    fs.utimesSync(file, changed, changed);
  }
}

fs.writeSync(${STATUS_FD}, "${WAITING}");
unpack();
const root = "/job/${PACKAGE_FOLDER}";
const script = path.join(root, fs.readFileSync("/job/${ENTRY_FILE}", "utf8"));
process.chdir(root);
fs.closeSync(0);
if (fs.openSync("/job/${INPUT_FILE}", "r") !== 0) process.exit(125);
const given = fs.readFileSync("/job/${ARGUMENTS_FILE}", "utf8").split("\\0").slice(0, -1);
process.argv.splice(1, Infinity, script, ...given);
delete require.cache[__filename];
fs.writeSync(${STATUS_FD}, "${READY}");
fs.closeSync(${STATUS_FD});
runMain(script);
`;

/** Loaded while no job is there yet; what most skills import anyway. */
const PRELOADED =
  "json re math datetime hashlib base64 io collections itertools functools string random time urllib.parse csv decimal statistics textwrap uuid traceback";

/**
 * The trusted program a python sandbox waits in. It takes one job from standard input, lays it out, puts the input in
 * place of the stream and becomes the skill: the script runs as `__main__` with its own folder on the path, as if
 * python had been started with it. What was loaded ahead is forgotten when a module of the skill has such a name,
 * so that a warm start and a cold one see the same modules.
 */
const PYTHON_BOOTSTRAP = `
def start():
    # Not global: the names of this file are gone before the skill has its own.
    import os, sys
    own = set(sys.modules)

    def take(count):
        parts = []
        while count:
            part = os.read(0, min(count, 1 << 20))
            if not part:
                os._exit(125)
            parts.append(part)
            count -= len(part)
        return b"".join(parts)

    def unpack():
        made, long_name = set(), None
        while True:
            header = take(512)
            if header == bytes(512):
                return
            name = long_name or header[:100].rstrip(b"\\0")
            size = int(header[124:135], 8)
            content = take(size)
            take(-size % 512)
            if header[156:157] == b"L":
                long_name = content.rstrip(b"\\0")
                continue
            long_name = None
            path = b"/job/" + name
            folder = os.path.dirname(path)
            if folder not in made:
                os.makedirs(folder, exist_ok=True)
                made.add(folder)
            file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, int(header[100:107], 8))
            left = memoryview(content)
            while left:
                left = left[os.write(file, left):]
            os.close(file)
            os.utime(path, (int(header[136:147], 8),) * 2)

    def preload():
        import select
        poll = select.poll()
        poll.register(0, select.POLLIN)
        for name in "${PRELOADED}".split():
            if poll.poll(0):
                return
            __import__(name)

    def forget_shadowed(folder):
        loaded = [name for name in sys.modules if name not in own]
        tops = {name.partition(".")[0] for name in loaded}
        present = {entry.partition(".")[0] for entry in os.listdir(folder)}
        if tops & present:
            for name in loaded:
                del sys.modules[name]

    os.write(${STATUS_FD}, b"${WAITING}")
    preload()
    unpack()
    root = "/job/${PACKAGE_FOLDER}"
    with open("/job/${ENTRY_FILE}", encoding="utf-8", errors="surrogateescape", newline="") as file:
        script = os.path.join(root, file.read())
    os.chdir(root)
    given = os.open("/job/${INPUT_FILE}", os.O_RDONLY)
    os.dup2(given, 0)
    os.close(given)
    sys.stdin = sys.__stdin__ = open(0, encoding="utf-8", errors="surrogateescape", closefd=False)
    folder = os.path.dirname(script)
    with open("/job/${ARGUMENTS_FILE}", "rb") as file:
        sys.argv[:] = [script, *(os.fsdecode(each) for each in file.read().split(b"\\0")[:-1])]
    sys.path[0] = folder
    forget_shadowed(folder)
    os.write(${STATUS_FD}, b"${READY}")
    os.close(${STATUS_FD})
    names = sys.modules["__main__"].__dict__
    loader = type(__loader__)("__main__", script)
    builtins = __builtins__
    names.clear()
    names.update(__name__="__main__", __file__=script, __builtins__=builtins, __doc__=None, __package__=None,
                 __spec__=None, __cached__=None, __loader__=loader)
    try:
        with open(script, "rb") as file:
            code = compile(file.read(), script, "exec", dont_inherit=True)
        exec(code, names)
    except SystemExit:
        raise
    except BaseException as error:
        # Without the frame of this file, as the skill's author knows it.
        error = error.with_traceback(error.__traceback__.tb_next)
        sys.excepthook(type(error), error, error.__traceback__)
        sys.exit(1)

start()
`;
