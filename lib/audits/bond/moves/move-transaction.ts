import bs58 from "bs58";
import type { BondMoveRecord } from "@/lib/audits/bond/moves/moves-repository";

const EMPTY_SIGNATURE_BYTES = 64;

/** The bytes of a move with the signatures it has: for the next party to sign, or to be sent. */
export function moveTransaction({
  message,
  signatures,
}: Pick<BondMoveRecord, "message" | "signatures">): Uint8Array {
  const bytes = signatures.map((each) => (each ? bs58.decode(each) : new Uint8Array(EMPTY_SIGNATURE_BYTES)));
  return Buffer.concat([
    Buffer.from([signatures.length]),
    ...bytes.map((each) => Buffer.from(each)),
    message,
  ]);
}
