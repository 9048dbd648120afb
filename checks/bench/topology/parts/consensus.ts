import { freePort } from "@/lib/testing/free-port";
import type { Place } from "./place";
import { Program } from "./program";
import { readEnv, fillRecipe } from "./market-settings";
import { answers, until } from "./until";

const MEMBERS = 3;

/** Three members of etcd, which decide together who the primary is. */
export class Consensus {
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
