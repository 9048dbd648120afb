// The one entry behind `npm start`, `npm test`, `npm run dev`, `build`, `migrate`, `setup` and `conformance`.
// Only Node's own modules until the packages are there, so that it runs on a bare clone.
import path from "node:path";
import { explain } from "./explain.mjs";
import { assertNewerNode } from "./newer-node.mjs";
import { installPackages, say } from "./setup.mjs";

process.chdir(path.resolve(import.meta.dirname, ".."));
await assertNewerNode();
Object.assign(process.env, {
  NEXT_TELEMETRY_DISABLED: "1",
  CHECKPOINT_DISABLE: "1",
  PRISMA_HIDE_UPDATE_MESSAGE: "1",
});

const command = process.argv[2];
const commands = {
  start: async () => (await import("./start.mjs")).start({ dev: false }),
  dev: async () => (await import("./start.mjs")).start({ dev: true }),
  test: async () => (await import("./test.mjs")).test(process.argv.slice(3)),
  conformance: async () => {
    const { bin, prepareCode, run } = await import("./setup.mjs");
    await prepareCode({ build: true });
    run(bin("tsx"), [
      "--import",
      "./scripts/error-reporting.mjs",
      "scripts/conformance.ts",
      ...process.argv.slice(3),
    ]);
  },
  setup: async () => (await import("./setup.mjs")).prepareCode({ build: false }),
  build: async () => (await import("./setup.mjs")).prepareCode({ build: true }),
  migrate: async () => {
    const [{ loadDotEnv }, { migrate }] = [await import("./environment.mjs"), await import("./migrate.mjs")];
    loadDotEnv();
    if (!process.env.DATABASE_URL) throw new Error("set DATABASE_URL: npm start migrates its own database");
    say(`${await migrate(process.env.DATABASE_URL, "prisma/migrations")} migration(s) applied`);
  },
};
if (!Object.hasOwn(commands, command)) {
  console.error(`usage: node scripts/run.mjs ${Object.keys(commands).join("|")}`);
  process.exit(2);
}
try {
  installPackages();
  await commands[command]();
} catch (error) {
  const said = explain(error);
  say(`stopped: ${said?.sentence ?? error.message}`);
  process.exit(said?.exitCode ?? 1);
}
