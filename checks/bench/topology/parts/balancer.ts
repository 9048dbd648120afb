import { spawnSync } from "node:child_process";
import path from "node:path";
import { freePort } from "@/lib/testing/free-port";
import type { DatabaseNode } from "./database";
import type { Place } from "./place";
import { Program } from "./program";
import { fillRecipe } from "./market-settings";

export interface Behind {
  web: readonly number[];
  runners: readonly { port: number; health: number }[];
  nodes: readonly DatabaseNode[];
}

/** What people and the market's own processes connect to. */
export interface BalancerPorts {
  tls: number;
  /** The same as `tls`, in the clear. */
  web: number;
  /** Of a balancer that knows nothing but the addresses and the path of the health check. */
  byDefault: number;
  runner: number;
  database: number;
}

export async function balancerPorts(): Promise<BalancerPorts> {
  const [tls, web, byDefault] = [await freePort(), await freePort(), await freePort()];
  return { tls, web, byDefault, runner: await freePort(), database: await freePort() };
}

/** HAProxy with the recipe, and a second way in that has the defaults of a balancer. */
export function makeBalancer(place: Place, ports: BalancerPorts, behind: Behind): Program {
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
