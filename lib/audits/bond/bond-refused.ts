import { DomainError } from "@/lib/kernel/errors";

/** A deposit is not opened or moved by this market: `reason` is a word of ours, or what the node says. */
export function bondRefused(reason: string): DomainError {
  return new DomainError("BOND_MOVE_REFUSED", `The deposit stays as it is: ${reason.replaceAll("_", " ")}.`, {
    details: { reason },
  });
}
