import type { FetchRequest } from "./fetch-request";
import { DELIMITER, FLUSH, pktLine } from "./pkt-lines";
import type { FetchPlan } from "./plan-fetch";

/** What stands before the pack, and whether one follows. */
interface FetchHead {
  text: string;
  hasPack: boolean;
}

/**
 * Version 2: sections, each with its name, parted by a delimiter (gitprotocol-v2(5), "fetch"). Whoever has anything of
 * ours is sent the pack at once.
 */
export function headOfV2({ isDone, depth }: FetchRequest, plan: FetchPlan): FetchHead {
  const acks =
    plan.common.length === 0 ? [pktLine("NAK\n")] : plan.common.map((id) => pktLine(`ACK ${id}\n`));
  const acknowledged = isDone ? "" : pktLine("acknowledgments\n") + acks.join("");
  if (!isDone && plan.common.length === 0) return { text: acknowledged + FLUSH, hasPack: false };
  const ready = isDone ? "" : acknowledged + pktLine("ready\n") + DELIMITER;
  const shallow = depth === null ? "" : pktLine("shallow-info\n") + shallowLines(plan) + DELIMITER;
  return { text: ready + shallow + pktLine("packfile\n"), hasPack: true };
}

/** Versions 0 and 1 with `multi_ack_detailed` (gitprotocol-pack(5), "Packfile Negotiation"). */
export function headOfV0(request: FetchRequest, plan: FetchPlan): FetchHead {
  const shallow = request.depth === null ? "" : shallowLines(plan) + FLUSH;
  if (!request.isComplete) return { text: shallow, hasPack: false };
  const last = plan.common.at(-1);
  const acks = plan.common.map((id) => pktLine(`ACK ${id} common\n`)).join("");
  if (request.isDone)
    return { text: shallow + acks + pktLine(last === undefined ? "NAK\n" : `ACK ${last}\n`), hasPack: true };
  if (last === undefined) return { text: shallow + pktLine("NAK\n"), hasPack: false };
  const ready = acks + pktLine(`ACK ${last} ready\n`) + pktLine("NAK\n");
  if (!request.needsNoDone) return { text: shallow + ready, hasPack: false };
  return { text: shallow + ready + pktLine(`ACK ${last}\n`), hasPack: true };
}

const shallowLines = ({ shallow, unshallow }: FetchPlan) =>
  [...shallow.map((id) => `shallow ${id}`), ...unshallow.map((id) => `unshallow ${id}`)]
    .map(pktLine)
    .join("");
