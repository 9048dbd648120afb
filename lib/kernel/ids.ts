import { randomFillSync } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"; // Crockford base 32, lower case
const TIME_LENGTH = 10;
const RANDOM_LENGTH = 16;

export type IdPrefix =
  | "acc"
  | "wal"
  | "key"
  | "agt"
  | "tok"
  | "skl"
  | "ver"
  | "job"
  | "vet"
  | "fnd"
  | "quo"
  | "set"
  | "lim"
  | "sks"
  | "grn"
  | "run"
  | "rcp"
  | "aud"
  | "bnd"
  | "bmv"
  | "vrf"
  | "vap"
  | "chl"
  | "evt"
  | "fol"
  | "dwn"
  | "rev"
  | "wnt"
  | "rpt"
  | "tra"
  | "tru"
  | "rgt"
  | "mnt"
  | "rdr"
  | "mem"
  | "apl"
  | "app"
  | "req"
  | "clm"
  | "upl"
  | "mai"
  | "rmd"
  | "mcp"
  | "pub"
  | "dev"
  | "tkt"
  | "dom"
  | "ses"
  | "iid"
  | "msg"
  | "pst"
  | "whk"
  | "whm";

/**
 * A new identifier such as `ver_01jd…`: prefix, then 48 bits of milliseconds and 80 random bits
 * in Crockford base 32, so that ids of one kind sort by time and need no database sequence.
 */
export function newId(prefix: IdPrefix, nowMs: number = Date.now()): string {
  let random = "";
  for (const byte of takeRandom(RANDOM_LENGTH)) random += ALPHABET.charAt(byte % 32);
  return `${prefix}_${writeTime(nowMs)}${random}`;
}

const pool = Buffer.alloc(4096);
let used = pool.length;

/** Random bytes of which none was taken before, to be read at once: fetching a few costs as much as fetching many. */
function takeRandom(count: number): Uint8Array {
  if (used + count > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += count;
  return pool.subarray(used - count, used);
}

/** No id of this kind that is made at this time or later sorts before it. */
export function firstId(prefix: IdPrefix, nowMs: number): string {
  return `${prefix}_${writeTime(nowMs)}${ALPHABET.charAt(0).repeat(RANDOM_LENGTH)}`;
}

/** When an id was made, in milliseconds since 1970. */
export function timeOfId(id: string): number {
  const time = id.slice(id.indexOf("_") + 1).slice(0, TIME_LENGTH);
  return Array.from(time).reduce((sum, letter) => sum * 32 + ALPHABET.indexOf(letter), 0);
}

function writeTime(nowMs: number): string {
  let time = "";
  for (let rest = nowMs, i = 0; i < TIME_LENGTH; i++, rest = Math.floor(rest / 32)) {
    time = ALPHABET.charAt(rest % 32) + time;
  }
  return time;
}
