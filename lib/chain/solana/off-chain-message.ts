import { findAddressBytes } from "@/lib/chain/solana/address";
import { verifyEd25519 } from "@/lib/chain/solana/ed25519";

// Hardware wallets sign no bytes that they are given, but put them into an envelope that is never a transaction. There
// are three (docs.anza.xyz, "Off-chain message signing"; its short form of the Solana CLI; SRFC 3, version 1):
//
// | form     | before the text                                                                             |
// | -------- | ------------------------------------------------------------------------------------------- |
// | short    | domain, 0, format, length (2 bytes)                                                         |
// | version 0| domain, 0, application (32 bytes), format, number of signers, signers, length (2 bytes)     |
// | version 1| domain, 1, number of signers, signers                                                       |

const DOMAIN = Buffer.concat([Buffer.of(0xff), Buffer.from("solana offchain")]);
const ADDRESS_BYTES = 32;
/** Printable ASCII, UTF-8, and UTF-8 that is too long for a device: which one it is depends on wallet and device. */
const FORMATS = [0, 1, 2] as const;
const MAX_TEXT_BYTES = 65_515;

/** Every envelope that one signer's wallet may have put a text into; an application that has no name is 32 zeros. */
function envelopesOf(signer: Uint8Array, text: Uint8Array): Buffer[] {
  const length = Buffer.alloc(2);
  length.writeUInt16LE(text.length);
  const alone = [Buffer.of(1), signer];
  const short = FORMATS.map((format) => [Buffer.of(0, format), length, text]);
  const full = FORMATS.map((format) => [
    Buffer.of(0),
    Buffer.alloc(ADDRESS_BYTES),
    Buffer.of(format),
    ...alone,
    length,
    text,
  ]);
  return [[Buffer.of(1), ...alone, text], ...short, ...full].map((parts) =>
    Buffer.concat([DOMAIN, ...parts]),
  );
}

/** Whether bytes are an envelope, and no text. */
const isEnvelope = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, DOMAIN.length)).equals(DOMAIN);

/**
 * The text in what a wallet says that it has signed: the bytes themselves, or what is in the envelope of this very
 * signer; null for an envelope of another form or of others.
 */
export function findSignedText(address: string, signed: Uint8Array): Uint8Array | null {
  if (!isEnvelope(signed)) return signed;
  const signer = findAddressBytes(address);
  if (!signer) return null;
  const before = envelopesOf(signer, new Uint8Array()).map(({ length }) => length);
  const texts = [...new Set(before)].map((length) => signed.subarray(length));
  return texts.find((text) => isEnvelopeOf(signer, text, signed)) ?? null;
}

const isEnvelopeOf = (signer: Uint8Array, text: Uint8Array, signed: Uint8Array): boolean =>
  text.length > 0 &&
  text.length <= MAX_TEXT_BYTES &&
  envelopesOf(signer, text).some((envelope) => envelope.equals(signed));

/**
 * Whether the wallet of an address has signed a text: as it is, or in one of the envelopes of hardware wallets. What
 * could itself be an envelope, or is too long for one, counts as it is alone. Never throws.
 */
export function isSignedText(address: string, text: Uint8Array, signature: Uint8Array): boolean {
  if (verifyEd25519(address, text, signature)) return true;
  const signer = findAddressBytes(address);
  if (!signer || isEnvelope(text) || text.length === 0 || text.length > MAX_TEXT_BYTES) return false;
  return envelopesOf(signer, text).some((envelope) => verifyEd25519(address, envelope, signature));
}
