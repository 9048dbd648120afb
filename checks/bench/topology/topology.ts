import { freePort } from "@/lib/testing/free-port";
import { Database, type DatabaseNode } from "./parts/database";
import { MarketProcesses, marketPorts } from "./parts/market";
import type { Place } from "./parts/place";
import { Program } from "./parts/program";
import { answers, until } from "./parts/until";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fillRecipe, readEnv } from "./parts/market-settings";

const MEMBERS = 3;

/** Three members of etcd, which decide together who the primary is. */
class Consensus {
  private constructor(
    readonly members: readonly Program[],
    private readonly clients: readonly number[],
  ) {}

  static async start(place: Place): Promise<Consensus> {
    const ports = await Promise.all(
      Array.from({ length: MEMBERS }, async () => ({ peer: await freePort(), client: await freePort() })),
    );
    const cluster = ports.map(({ peer }, i) => `etcd${i + 1}=http://127.0.0.1:${peer}`).join(",");
    const members = ports.map(({ peer, client }, i) => {
      const name = `etcd${i + 1}`;
      const recipe = fillRecipe("etcd.env", {
        "ETCD_NAME=etcd1": `ETCD_NAME=${name}`,
        "=http://10.0.0.11:2380": `=http://127.0.0.1:${peer}`,
        "=http://10.0.0.11:2379": `=http://127.0.0.1:${client}`,
        "/var/lib/etcd/market": place.folder(name),
        "etcd1=http://10.0.0.11:2380,etcd2=http://10.0.0.12:2380,etcd3=http://10.0.0.13:2380": cluster,
      });
      return new Program({ name, command: "etcd", env: readEnv(recipe), directory: place.directory });
    });
    for (const member of members) member.start();
    const consensus = new Consensus(
      members,
      ports.map(({ client }) => client),
    );
    place.keep(members);
    await until("etcd", () => answers(`http://127.0.0.1:${consensus.clients[0]}/health`));
    return consensus;
  }

  /** Of each member, in the order in which the recipe of Patroni names them. */
  get hosts(): string {
    return this.clients.map((port) => `127.0.0.1:${port}`).join(",");
  }
}

/** A market as three machines would run it, every part a real one, on this machine. */
export interface Topology {
  readonly url: string;
  /** Through a balancer that has nothing but its defaults. */
  readonly urlByDefault: string;
  readonly ports: BalancerPorts;
  readonly database: Database;
  readonly consensus: Consensus;
  readonly balancer: Program;
  readonly pooler: Program;
  readonly poolerPort: number;
  readonly market: MarketProcesses;
}

/** Brings it up, part by part. What runs is stopped with the place. */
export async function bringUp(place: Place, say: (what: string) => void): Promise<Topology> {
  const consensus = await Consensus.start(place);
  say("etcd answers");
  const database = await Database.start(place, consensus.hosts);
  say("PostgreSQL has a primary and a synchronous standby");
  const [ports, ofMarket, poolerPort] = [await balancerPorts(), await marketPorts(), await freePort()];
  const url = `http://127.0.0.1:${ports.web}`;
  const balancer = makeBalancer(place, ports, { ...ofMarket, nodes: database.nodes });
  const pooler = makePooler(place, { port: poolerPort, database, databasePort: ports.database });
  balancer.start();
  pooler.start();
  const market = new MarketProcesses(place, ofMarket, {
    publicUrl: url,
    runnerUrl: `http://127.0.0.1:${ports.runner}`,
    pooler: { port: poolerPort, password: database.password },
    replicaUrls: database.nodes.map((node) => database.urlOf(node)),
  });
  await market.start();
  const urlByDefault = `http://127.0.0.1:${ports.byDefault}`;
  // It finds out by its own checks, seconds later.
  for (const each of [url, urlByDefault]) await until("the balancer", () => answers(`${each}/readyz`));
  say("the market is open");
  return { url, urlByDefault, ports, database, consensus, balancer, pooler, poolerPort, market };
}

interface Behind {
  web: readonly number[];
  runners: readonly { port: number; health: number }[];
  nodes: readonly DatabaseNode[];
}

/** What people and the market's own processes connect to. */
interface BalancerPorts {
  tls: number;
  /** The same as `tls`, in the clear. */
  web: number;
  /** Of a balancer that knows nothing but the addresses and the path of the health check. */
  byDefault: number;
  runner: number;
  database: number;
}

async function balancerPorts(): Promise<BalancerPorts> {
  const [tls, web, byDefault] = [await freePort(), await freePort(), await freePort()];
  return { tls, web, byDefault, runner: await freePort(), database: await freePort() };
}

/** HAProxy with the recipe, and a second way in that has the defaults of a balancer. */
function makeBalancer(place: Place, ports: BalancerPorts, behind: Behind): Program {
  const [web1, web2] = behind.web;
  const [runner1, runner2] = behind.runners;
  const [db1, db2] = behind.nodes;
  const certificate = makeCertificate(place);
  const recipe = fillRecipe("haproxy.cfg", {
    "bind :443 ssl crt /etc/haproxy/market.pem": `bind 127.0.0.1:${ports.web}\n    bind 127.0.0.1:${ports.tls} ssl crt ${certificate}`,
    // Only root may become another user.
    ...(place.installed.user ? {} : { "    user haproxy\n    group haproxy\n": "" }),
    "127.0.0.1:3901": `127.0.0.1:${ports.runner}`,
    "127.0.0.1:5000": `127.0.0.1:${ports.database}`,
    "10.0.0.11:3000": `127.0.0.1:${web1}`,
    "10.0.0.12:3000": `127.0.0.1:${web2}`,
    "10.0.0.11:3900 check port 9465": `127.0.0.1:${runner1?.port} check port ${runner1?.health}`,
    "10.0.0.12:3900 check port 9465": `127.0.0.1:${runner2?.port} check port ${runner2?.health}`,
    "10.0.0.11:5432 check port 8008": `127.0.0.1:${db1?.port} check port ${db1?.api}`,
    "10.0.0.12:5432 check port 8008": `127.0.0.1:${db2?.port} check port ${db2?.api}`,
  });
  const byDefault = `
listen by_default
    bind 127.0.0.1:${ports.byDefault}
    option forwardfor
    option httpchk GET /readyz
    server web1 127.0.0.1:${web1} check
    server web2 127.0.0.1:${web2} check
`;
  const file = place.file("haproxy.cfg", recipe + byDefault);
  const { directory } = place;
  const program = new Program({ name: "haproxy", command: "haproxy", args: ["-db", "-f", file], directory });
  place.keep([program]);
  return program;
}

/** One that nobody has signed: what TLS needs in the recipe, for a minute. */
function makeCertificate({ directory }: Place): string {
  const file = path.join(directory, "market.pem");
  const args =
    "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=market.example -days 1";
  const made = spawnSync("openssl", [...args.split(" "), "-keyout", file, "-out", `${file}.crt`]);
  const joined = spawnSync("sh", ["-c", 'cat "$1.crt" >> "$1"', "sh", file]);
  if (made.status !== 0 || joined.status !== 0) throw new Error("openssl made no certificate");
  return file;
}

/** PgBouncer in transaction mode, between the market and what leads to the primary. */
function makePooler(
  place: Place,
  { port, database, databasePort }: { port: number; database: Database; databasePort: number },
): Program {
  const list = fillRecipe("userlist.txt", { DATABASE_PASSWORD: database.password });
  const users = place.file("userlist.txt", list, { ofPostgres: true });
  const recipe = fillRecipe("pgbouncer.ini", {
    "port=5000": `port=${databasePort}`,
    "listen_port = 6432": `listen_port = ${port}`,
    "/etc/pgbouncer/userlist.txt": users,
  });
  const args = [place.file("pgbouncer.ini", recipe, { ofPostgres: true })];
  const { directory, installed } = place;
  const program = new Program({
    name: "pgbouncer",
    command: "pgbouncer",
    args,
    directory,
    user: installed.user,
  });
  place.keep([program]);
  return program;
}
