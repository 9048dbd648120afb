import { ARGUMENTS_FILE, ENTRY_FILE, INPUT_FILE, PACKAGE_FOLDER } from "../job-archive";
import { READY, STATUS_FD, WAITING } from "../launcher";

/**
 * The trusted program a node sandbox waits in. It takes one job from standard input, lays it out, puts the input in
 * place of the stream and starts the script as the main module, in either module system.
 */
export const NODE_BOOTSTRAP = `
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
