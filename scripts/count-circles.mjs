// `npm run circles`: how many rooms of lib and how many files import each other in circles, types counted, and which
// folders hold more than 25 files of code. Ends with 1 when there is any.
import { execFileSync } from "node:child_process";
import path from "node:path";
import { bin } from "./setup.mjs";

const MAX_FILES = 25;
const FOLDERS = ["app", "api", "client", "components", "lib", "processes", "cli"];
const IS_TEST = /\.test\.tsx?$|(^|\/)testing\//;

const { modules } = JSON.parse(
  execFileSync(
    bin("depcruise"),
    ["--config", ".dependency-cruiser.cjs", "--no-progress", "--output-type", "json", ...FOLDERS],
    { maxBuffer: 1024 ** 3, stdio: ["ignore", "pipe", "inherit"] },
  ),
);
const code = modules.filter(({ source }) => /\.tsx?$/.test(source) && !source.endsWith(".d.ts"));
const known = new Set(code.map(({ source }) => source).filter((source) => !IS_TEST.test(source)));
const files = new Map();
for (const { source, dependencies } of code) {
  if (!known.has(source)) continue;
  files.set(source, new Set(dependencies.map(({ resolved }) => resolved).filter((file) => known.has(file))));
}

/** A room is a folder right under lib; each other folder at the top is one. */
const roomOf = (file) =>
  file
    .split("/")
    .slice(0, file.startsWith("lib/") ? 2 : 1)
    .join("/");
const rooms = new Map();
for (const [file, imported] of files) {
  const to = rooms.get(roomOf(file)) ?? rooms.set(roomOf(file), new Set()).get(roomOf(file));
  for (const each of imported) if (roomOf(each) !== roomOf(file)) to.add(roomOf(each));
}

/** The groups of nodes that reach each other (Tarjan). */
function findCircles(graph) {
  const [index, low, stack, circles] = [new Map(), new Map(), [], []];
  const visit = (node) => {
    index.set(node, index.size);
    low.set(node, index.get(node));
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node), low.get(next)));
    }
    if (low.get(node) !== index.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    if (circle.length > 1) circles.push(circle);
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return circles;
}

const counts = new Map();
for (const file of known) counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1);
const full = [...counts].filter(([folder, count]) => count > MAX_FILES && !folder.includes("db/generated"));
const inRooms = findCircles(rooms);
const inFiles = findCircles(files);
for (const circle of inRooms) console.log(`rooms: ${circle.join(" ")}`);
for (const circle of inFiles) console.log(`files: ${circle.join(" ")}`);
for (const [folder, count] of full) console.log(`${folder}: ${count} files`);
console.log(
  `${inRooms.flat().length} rooms and ${inFiles.flat().length} files in circles, ${full.length} folders over ${MAX_FILES} files`,
);
process.exitCode = inRooms.length + inFiles.length + full.length > 0 ? 1 : 0;
