import type { History } from "./history";
import { MAIN } from "./history";
import { FLUSH, pktLine } from "./pkt-lines";

const AGENT = "agent=emporion";
const SERVICE = `${pktLine("# service=git-upload-pack\n")}${FLUSH}`;
const CAPABILITIES = [
  "multi_ack_detailed",
  "no-done",
  "side-band-64k",
  "shallow",
  "deepen-relative",
  "no-progress",
  `symref=HEAD:${MAIN}`,
  "object-format=sha1",
  AGENT,
].join(" ");

/** What version 2 offers: it says nothing of what there is (gitprotocol-v2(5), "Capability Advertisement"). */
export const advertiseV2 = (): string =>
  SERVICE +
  ["version 2\n", `${AGENT}\n`, "ls-refs\n", "fetch=shallow\n", "object-format=sha1\n"]
    .map(pktLine)
    .join("") +
  FLUSH;

/** What there is, and in the first line what is offered (gitprotocol-pack(5), "Reference Discovery"). */
export function advertiseV0({ refs, mainId }: History): string {
  const lines = [`${mainId} HEAD\0${CAPABILITIES}\n`, ...refs.map(({ name, id }) => `${id} ${name}\n`)];
  return SERVICE + lines.map(pktLine).join("") + FLUSH;
}

/** `command=ls-refs` of version 2. Our tags name commits themselves, so nothing is peeled. */
export function listRefs({ refs, mainId }: History, args: readonly string[]): string {
  const prefixes = args.flatMap((line) => (line.startsWith("ref-prefix ") ? [line.slice(11)] : []));
  const head = { name: "HEAD", id: mainId, more: args.includes("symrefs") ? ` symref-target:${MAIN}` : "" };
  const named = [head, ...refs.map((ref) => ({ ...ref, more: "" }))].filter(
    ({ name }) => prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix)),
  );
  return named.map(({ name, id, more }) => pktLine(`${id} ${name}${more}\n`)).join("") + FLUSH;
}
