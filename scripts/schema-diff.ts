// npm run db:diff -- OLD.prisma|empty NEW.prisma: the SQL from one schema to the other on standard output.
// Works without a network, a database or the native schema engine: the same engine compiled to WebAssembly does it.
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlResultSet,
} from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import { Stop } from "./explain.ts";

const VERSION_ROW: SqlResultSet = {
  columnNames: ["version", "numeric_version"],
  columnTypes: [7, 0],
  rows: [["PostgreSQL 18.4", 180004]],
};

// The engine insists on a connection but asks it only for the server's version.
const connection = (): SqlDriverAdapter => ({
  provider: "postgres",
  adapterName: "offline",
  getConnectionInfo: () => ({ schemaName: "public", supportsRelationJoins: true }),
  dispose: () => Promise.resolve(),
  executeScript: () => Promise.resolve(),
  executeRaw: () => Promise.resolve(0),
  queryRaw: () => Promise.resolve(VERSION_ROW),
  startTransaction: () => Promise.reject(new Error("there is no database behind this connection")),
});
const offline: SqlMigrationAwareDriverAdapterFactory = {
  provider: "postgres",
  adapterName: "offline",
  connect: () => Promise.resolve(connection()),
  connectToShadowDb: () => Promise.resolve(connection()),
};

const enginePath = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm");
const wasm = fs.readFileSync(path.join(path.dirname(enginePath), "schema_engine_bg.wasm"));
const { instance } = await WebAssembly.instantiate(wasm, { "./schema_engine_bg.js": bindings });
bindings.__wbg_set_wasm(instance.exports);
const { __wbindgen_start: begin } = instance.exports;
if (typeof begin === "function") begin();

const [from, to] = process.argv.slice(2);
if (!from || !to) {
  console.error("usage: npm run db:diff -- OLD.prisma|empty NEW.prisma");
  process.exit(2);
}
for (const file of [from, to]) {
  if (file !== "empty" && !fs.existsSync(file))
    throw new Stop(`There is no schema ${file}: name two that are there, or empty.`);
}
const load = (file: string) => [{ path: path.basename(file), content: fs.readFileSync(file, "utf8") }];
const target = load(to);
const engine = await bindings.SchemaEngine.new(
  { datamodels: target.map((file) => [file.path, file.content]) },
  () => {},
  bindMigrationAwareSqlAdapterFactory(offline),
);
const result = await engine.diff({
  from: from === "empty" ? { tag: "empty" } : { tag: "schemaDatamodel", files: load(from) },
  to: { tag: "schemaDatamodel", files: target },
  script: true,
  exitCode: true,
  filters: { externalTables: [], externalEnums: [] },
});
process.stdout.write(result.stdout ?? "");
