import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/kernel/errors";
import { findLogNodes, findLogSize, listLogEntryRows } from "@/lib/log/transparency/repository";

/** Hashes in a full tile, and levels of the tree in one level of tiles (C2SP tlog-tiles). */
const TILE_WIDTH = 256;
const TILE_HEIGHT = 8;
const MAX_LEVEL = 6;
const MAX_INDEX_GROUPS = 3;
const ENTRY_LENGTH_BYTES = 2;

/** A tile of the log: hashes of one level, or the entries themselves. */
export interface TilePlace {
  /** Level of tiles, 0 for leaf hashes; "entries" for entry bundles. */
  level: number | "entries";
  index: number;
  /** 1 to 255 for a partial tile, 256 for a full one. */
  width: number;
}

/**
 * The place that a path such as `0/x001/234`, `entries/000.p/17` or `1/000` names; null for anything else, also for
 * other ways to write the same place.
 */
export function parseTilePath(path: string): TilePlace | null {
  const [, level = "", groups = "", partial] =
    /^(entries|\d)\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path) ?? [];
  if (groups === "" || (level !== "entries" && Number(level) > MAX_LEVEL)) return null;
  const parts = groups.split("/").map((group) => group.replace("x", ""));
  const width = partial === undefined ? TILE_WIDTH : Number(partial);
  if (parts.length > MAX_INDEX_GROUPS || (parts.length > 1 && parts[0] === "000") || width > TILE_WIDTH)
    return null;
  if (partial !== undefined && width === TILE_WIDTH) return null;
  return { level: level === "entries" ? level : Number(level), index: Number(parts.join("")), width };
}

/** The bytes of a tile; they never change. Throws LOG_ENTRY_NOT_FOUND where the log does not reach that far yet. */
export async function readTile({ level, index, width }: TilePlace): Promise<Uint8Array> {
  const size = await findLogSize(database());
  const treeLevel = level === "entries" ? 0 : level * TILE_HEIGHT;
  const first = index * TILE_WIDTH;
  if (first + width > Math.floor(size / 2 ** treeLevel))
    throw new DomainError("LOG_ENTRY_NOT_FOUND", "The log does not reach that far.");
  if (level === "entries") return readBundle(first, width);
  const places = Array.from({ length: width }, (_, at) => ({ level: treeLevel, index: first + at }));
  const nodes = await findLogNodes(database(), places);
  return Buffer.concat(
    places.map((place) => {
      const hash = nodes.get(`${place.level}/${place.index}`);
      if (!hash) throw new Error(`the log has no subtree ${place.level}/${place.index}`);
      return hash;
    }),
  );
}

/** Entries one after the other, each after its length in two bytes, most significant first. */
async function readBundle(first: number, width: number): Promise<Uint8Array> {
  const entries = await listLogEntryRows(database(), { start: first, end: first + width });
  return Buffer.concat(
    entries.flatMap(({ body }) => {
      const bytes = Buffer.from(body);
      const length = Buffer.alloc(ENTRY_LENGTH_BYTES);
      length.writeUInt16BE(bytes.length);
      return [length, bytes];
    }),
  );
}
