import fs from "node:fs";
import { Stop } from "@/scripts/explain";

/** What others have made and we compare with: each has a workspace of its own, so that the market does not bring it. */
const PEERS = {
  "skills-ref": {
    file: "checks/bench/peers/node_modules/skills-ref/dist/index.js",
    command: "npm ci --prefix checks/bench/peers",
  },
  "@solana/mpp": {
    file: "checks/clients/node_modules/@solana/mpp/package.json",
    command: "npm ci --ignore-scripts --prefix checks/clients",
  },
} as const;

export type Peer = keyof typeof PEERS;

/** Throws Stop with the command that installs the peer, where it is not there. */
export function assertInstalled(peer: Peer): void {
  const { file, command } = PEERS[peer];
  if (!fs.existsSync(file)) throw new Stop(`The peer ${peer} is not installed: ${command} installs it.`);
}
