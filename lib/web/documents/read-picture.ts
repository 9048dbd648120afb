import fs from "node:fs";
import path from "node:path";
import { pictureAddress } from "./picture-address";

const read = new Map<string, Uint8Array<ArrayBuffer> | null>();

/** The bytes of a picture at its address, read once per process; null where there is none. */
export function readPicture(address: string): Uint8Array<ArrayBuffer> | null {
  const file = address.startsWith("/docs/") && pictureAddress(address.slice("/docs/".length)) === address;
  if (!file) return null;
  const known = read.get(address);
  if (known !== undefined) return known;
  const place = path.join(/* turbopackIgnore: true */ process.cwd(), address);
  const bytes = fs.existsSync(place) ? Uint8Array.from(fs.readFileSync(place)) : null;
  read.set(address, bytes);
  return bytes;
}
