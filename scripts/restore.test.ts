import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { IS_FULL } from "@/lib/testing/full-form";
import { freePort } from "./ports.ts";
import { migrate } from "./migrate.ts";

/** Debian's PostgreSQL, which has the tools that the embedded one comes without. */
const PLACE = "/usr/lib/postgresql";
const [newest] = fs.existsSync(PLACE) ? fs.readdirSync(PLACE).sort((a, b) => Number(b) - Number(a)) : [];
const BIN = path.join(PLACE, newest ?? "none", "bin");
const HAS_TOOLS = ["initdb", "postgres", "pg_dump", "pg_restore"].every((name) =>
  fs.existsSync(path.join(BIN, name)),
);
/** PostgreSQL does not run as root. */
const AS_NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const place = fs.mkdtempSync(path.join(os.tmpdir(), "emporion-restore-"));
afterAll(() => fs.rmSync(place, { recursive: true, force: true }));

function run(name: string, args: readonly string[], ids: object = {}): void {
  const { status, stderr } = spawnSync(path.join(BIN, name), args, { ...ids, cwd: place, encoding: "utf8" });
  expect([name, status, stderr]).toEqual([name, 0, ""]);
}

async function ask<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** What there is, and of how much of it the role is the owner. */
const COUNTS = `select (select count(*) from pg_trigger where not tgisinternal) as triggers,
  (select count(*) from pg_constraint) as constraints, (select count(*) from pg_proc where pronamespace = 'public'::regnamespace) as functions,
  count(*) as relations, count(*) filter (where relowner = current_user::regrole) as owned
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S', 'i')`;

test.runIf(IS_FULL && HAS_TOOLS)(
  "the command of the operators' page restores a dump under a role that owned nothing of it, also a second time",
  async () => {
    fs.chmodSync(place, 0o777);
    const data = path.join(place, "pg");
    run(
      "initdb",
      ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N"],
      AS_NOBODY,
    );
    const port = await freePort();
    const settings = [
      `-p${port}`,
      "-cfsync=off",
      "-clisten_addresses=127.0.0.1",
      "-cunix_socket_directories=",
    ];
    const server = spawn(path.join(BIN, "postgres"), ["-D", data, ...settings], { ...AS_NOBODY, cwd: place });
    try {
      const url = (role: string, database: string) => `postgresql://${role}@127.0.0.1:${port}/${database}`;
      await expect.poll(() => ask(url("postgres", "postgres"), "select 1").catch(() => [])).toHaveLength(1);
      for (const name of ["former", "present"]) {
        await ask(url("postgres", "postgres"), `create role ${name} login`);
        await ask(url("postgres", "postgres"), `create database ${name} owner ${name}`);
      }
      await migrate(url("former", "former"), path.resolve("prisma/migrations"));
      await ask(
        url("former", "former"),
        `insert into "ReservedNames" (canonical_name, reason) values ('kept', 'test')`,
      );
      const dump = path.join(place, "market.dump");
      run("pg_dump", ["--format=custom", "--file", dump, url("former", "former")]);

      const page = fs.readFileSync("docs/operating.md", "utf8");
      const flags =
        /^pg_restore (.*) --dbname "\$DATABASE_URL" market\.dump$/m.exec(page)?.[1]?.split(" ") ?? [];
      for (let time = 0; time < 2; time++)
        run("pg_restore", [...flags, "--dbname", url("present", "present"), dump]);
      const [[before], [after]] = [
        await ask<Record<string, string>>(url("former", "former"), COUNTS),
        await ask<Record<string, string>>(url("present", "present"), COUNTS),
      ];
      expect(after).toEqual(before);
      expect(after?.["owned"]).toBe(after?.["relations"]);
      expect(await migrate(url("present", "present"), path.resolve("prisma/migrations"))).toBe(0);
      const names = `select canonical_name as name from "ReservedNames"`;
      expect(await ask(url("present", "present"), names)).toEqual([{ name: "kept" }]);
      // Triggers and their functions work for who restored them.
      const changes = `select sum(weight) as sum from "Changes"`;
      const id = `'acc_' || repeat('x', 20)`;
      await ask(
        url("present", "present"),
        `insert into "Accounts" (id, username) values (${id}, 'somebody')`,
      );
      await ask(url("present", "present"), `update "Accounts" set username = 'another' where id = ${id}`);
      expect(await ask(url("present", "present"), changes)).toEqual([{ sum: "1" }]);
    } finally {
      server.kill("SIGINT");
      await new Promise((resolve) => server.once("exit", resolve));
    }
  },
);
