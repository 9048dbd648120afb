import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { freePort } from "@/lib/testing/free-port";
import type { Place } from "./place";
import { Program } from "./program";
import { fillRecipe } from "./market-settings";
import { answers, until } from "./until";

const secret = () => randomBytes(18).toString("base64url");

/** A PostgreSQL that Patroni runs, and that dies and comes back with it. */
export class DatabaseNode {
  constructor(
    readonly port: number,
    readonly api: number,
    readonly patroni: Program,
    private readonly data: string,
  ) {}

  isPrimary(): Promise<boolean> {
    return this.#says("/primary");
  }

  /** Whether it has all that the primary has acknowledged. */
  isSynchronous(): Promise<boolean> {
    return this.#says("/synchronous");
  }

  isReplica(): Promise<boolean> {
    return this.#says("/replica");
  }

  #says(what: string): Promise<boolean> {
    return answers(`http://127.0.0.1:${this.api}${what}`).catch(() => false);
  }

  /** Kills Patroni and PostgreSQL, as a machine does that loses its power. */
  async kill(): Promise<void> {
    const pids = this.processes();
    await this.patroni.end("SIGKILL");
    killAll(pids);
    await until(`the end of ${this.patroni.name}`, () => !pids.some(isAlive));
  }

  /** Stops all processes of the node where they are: connections to it stay open, and nothing answers. */
  freeze(): void {
    this.patroni.freeze();
    for (const pid of this.processes()) process.kill(pid, "SIGSTOP");
  }

  /** Ends what a Patroni has left that could not stop it. */
  endLeftovers(): void {
    killAll(this.processes());
  }

  #postmaster(): number | undefined {
    const file = path.join(this.data, "postmaster.pid");
    return fs.existsSync(file) ? parseInt(fs.readFileSync(file, "utf8")) : undefined;
  }

  /** PostgreSQL's own and those that it has started; none while it does not run. */
  processes(): number[] {
    const postmaster = this.#postmaster();
    if (postmaster === undefined || !isAlive(postmaster)) return [];
    const children = fs.readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8");
    return [postmaster, ...children.trim().split(/\s+/).filter(Boolean).map(Number)];
  }
}

/** Two nodes under Patroni, with synchronous replication. */
export class Database {
  readonly password = secret();

  private constructor(
    readonly nodes: readonly [DatabaseNode, DatabaseNode],
    private readonly add: (number: number, options?: { takesOver: false }) => Promise<DatabaseNode>,
  ) {}

  static async start(place: Place, etcdHosts: string): Promise<Database> {
    const secrets = { superuser: secret(), replication: secret(), rewind: secret() };
    const add = (number: number, { takesOver = true } = {}) =>
      addNode(place, { number, etcdHosts, secrets, takesOver });
    const nodes = [await add(1), await add(2)] as const;
    const [first, second] = nodes;
    first.patroni.start();
    await until("the first database", () => first.isPrimary());
    second.patroni.start();
    await until("the standby", () => second.isSynchronous());
    const database = new Database(nodes, add);
    await database.#create(`postgresql://postgres:${secrets.superuser}@127.0.0.1:${first.port}/postgres`);
    return database;
  }

  /** Another standby, for reads alone: it never takes over, and no write waits for it. */
  async addReplica(): Promise<DatabaseNode> {
    const replica = await this.add(this.nodes.length + 1, { takesOver: false });
    replica.patroni.start();
    await until("another standby", () => replica.isReplica());
    return replica;
  }

  async #create(url: string): Promise<void> {
    const statements = fillRecipe("database.sql", { DATABASE_PASSWORD: this.password });
    const client = new pg.Client(url);
    await client.connect();
    // CREATE DATABASE is no part of a transaction, and several statements at once are one.
    for (const statement of statements.split(";").filter((each) => each.trim() !== ""))
      await client.query(statement);
    await client.end();
  }

  /** Of the market's database, on this node. */
  urlOf({ port }: Pick<DatabaseNode, "port">): string {
    return `postgresql://market:${this.password}@127.0.0.1:${port}/market`;
  }

  async urlOfPrimary(): Promise<string> {
    return this.urlOf((await this.roles()).primary);
  }

  /** Who takes writes now, and the other one. */
  async roles(): Promise<{ primary: DatabaseNode; standby: DatabaseNode }> {
    const [first, second] = this.nodes;
    return (await first.isPrimary())
      ? { primary: first, standby: second }
      : { primary: second, standby: first };
  }

  /** Both nodes are there, and one of them has all that the other has acknowledged. */
  async untilWhole(): Promise<void> {
    await until("a primary and its synchronous standby", async () => {
      const { standby } = await this.roles();
      return standby.isSynchronous();
    });
  }
}

async function addNode(
  place: Place,
  {
    number,
    etcdHosts,
    secrets,
    takesOver,
  }: {
    number: number;
    etcdHosts: string;
    secrets: { superuser: string; replication: string; rewind: string };
    takesOver: boolean;
  },
): Promise<DatabaseNode> {
  const [port, api, name] = [await freePort(), await freePort(), `db${number}`];
  const home = place.folder(name, { ofPostgres: true });
  const data = path.join(home, "data");
  const recipe = fillRecipe("patroni.yml", {
    "name: db1": `name: ${name}`,
    "10.0.0.11:8008": `127.0.0.1:${api}`,
    "10.0.0.11:5432": `127.0.0.1:${port}`,
    "10.0.0.11:2379,10.0.0.12:2379,10.0.0.13:2379": etcdHosts,
    "10.0.0.0/24": "127.0.0.1/32",
    "/var/lib/postgresql/market.pgpass": path.join(home, "pgpass"),
    "/var/lib/postgresql/market": data,
    "/usr/lib/postgresql/15/bin": place.installed.postgres,
    SUPERUSER_PASSWORD: secrets.superuser,
    REPLICATION_PASSWORD: secrets.replication,
    REWIND_PASSWORD: secrets.rewind,
  });
  const { directory, installed } = place;
  const tags = takesOver ? "" : "\ntags:\n  nofailover: true\n  nosync: true\n";
  const args = [place.file(`${name}.yml`, recipe + tags, { ofPostgres: true })];
  const env = { HOME: home };
  const patroni = new Program({
    name,
    command: "patroni",
    args,
    env,
    directory,
    user: installed.user,
    hasOthers: true,
  });
  const node = new DatabaseNode(port, api, patroni, data);
  place.keep([patroni], () => node.endLeftovers());
  return node;
}

function killAll(pids: readonly number[]): void {
  for (const pid of pids) if (isAlive(pid)) process.kill(pid, "SIGKILL");
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
