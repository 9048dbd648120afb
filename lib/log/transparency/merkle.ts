import { createHash } from "node:crypto";

/**
 * Merkle tree hashes, inclusion and consistency proofs of RFC 6962 (RFC 9162, section 2). Sizes and indexes are whole
 * numbers below 2^53.
 */
export type Hash = Buffer;
/** Hash of the complete subtree of `2^level` leaves from leaf `index * 2^level`. */
export type ReadNode = (level: number, index: number) => Hash;

export interface Node {
  level: number;
  index: number;
  hash: Hash;
}

const LEAF = Buffer.from([0]);
const INNER = Buffer.from([1]);

const sha256 = (...parts: Uint8Array[]): Hash => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

export const hashLeaf = (data: Uint8Array): Hash => sha256(LEAF, data);
export const hashChildren = (left: Hash, right: Hash): Hash => sha256(INNER, left, right);

/** The complete subtrees that a leaf at `index` closes, itself first; `read` answers for those closed before. */
function closeSubtrees(read: ReadNode, index: number, leaf: Hash): Node[] {
  const nodes: Node[] = [{ level: 0, index, hash: leaf }];
  let node = nodes[0];
  while (node && node.index % 2 === 1) {
    const hash = hashChildren(read(node.level, node.index - 1), node.hash);
    node = { level: node.level + 1, index: (node.index - 1) / 2, hash };
    nodes.push(node);
  }
  return nodes;
}

/**
 * The complete subtrees that leaves one after another from `first` on close; `read` answers for those closed before.
 */
export function closeSubtreesOfAll(read: ReadNode, first: number, leaves: readonly Hash[]): Node[] {
  const closed = new Map<string, Hash>();
  const readBoth: ReadNode = (level, index) => closed.get(`${level}/${index}`) ?? read(level, index);
  return leaves.flatMap((leaf, i) => {
    const nodes = closeSubtrees(readBoth, first + i, leaf);
    for (const { level, index, hash } of nodes) closed.set(`${level}/${index}`, hash);
    return nodes;
  });
}

/** The root over the first `size` leaves. */
export function rootHash(read: ReadNode, size: number): Hash {
  return size === 0 ? sha256() : rangeHash(read, 0, size);
}

/** The hashes that prove that leaf `index` is among the first `size` leaves. */
export function proveInclusion(read: ReadNode, index: number, size: number): Hash[] {
  const path = (start: number, end: number): Hash[] => {
    if (end - start === 1) return [];
    const middle = start + splitPoint(end - start);
    return index < middle
      ? [...path(start, middle), rangeHash(read, middle, end)]
      : [...path(middle, end), rangeHash(read, start, middle)];
  };
  return path(0, size);
}

/** The hashes that prove that the first `first` leaves of a log of `second` are those it had then. */
export function proveConsistency(read: ReadNode, first: number, second: number): Hash[] {
  const subproof = (start: number, old: number, end: number, whole: boolean): Hash[] => {
    if (old === end) return whole ? [] : [rangeHash(read, start, end)];
    const middle = start + splitPoint(end - start);
    return old <= middle
      ? [...subproof(start, old, middle, whole), rangeHash(read, middle, end)]
      : [...subproof(middle, old, end, false), rangeHash(read, start, middle)];
  };
  return first === 0 || first === second ? [] : subproof(0, first, second, true);
}

/** A tree in memory, for whoever has all the leaves. */
export function readerOf(leaves: readonly Hash[]): ReadNode {
  const missing: ReadNode = (level, index) => {
    throw new RangeError(`There is no subtree ${level}/${index}.`);
  };
  const nodes = closeSubtreesOfAll(missing, 0, leaves);
  const known = new Map(nodes.map(({ level, index, hash }) => [`${level}/${index}`, hash]));
  return (level, index) => known.get(`${level}/${index}`) ?? missing(level, index);
}

function rangeHash(read: ReadNode, start: number, end: number): Hash {
  const size = end - start;
  if (isPowerOfTwo(size)) return read(Math.log2(size), start / size);
  const middle = start + splitPoint(size);
  return hashChildren(rangeHash(read, start, middle), rangeHash(read, middle, end));
}

/** The largest power of two below `size`. */
function splitPoint(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

export function isPowerOfTwo(size: number): boolean {
  return Number.isInteger(Math.log2(size));
}
