import { DomainError } from "@/lib/kernel/errors";

/** Why a deposit is not opened or moved by this market. */
type BondRefusal =
  | "no_bond"
  | "no_place"
  | "not_the_creator"
  | "not_two_parties"
  | "open_challenge"
  | "upheld_challenge"
  | "no_upheld_challenge"
  | "no_destination"
  | "wrong_destination"
  | "not_as_prepared"
  | "bad_signature"
  | "creator_signs_first"
  | "nonce_used"
  | "another_move_waits"
  | (string & {});

export function bondRefused(reason: BondRefusal): DomainError {
  return new DomainError("BOND_MOVE_REFUSED", `The deposit stays as it is: ${reason.replaceAll("_", " ")}.`, {
    details: { reason },
  });
}
