import { hashChildren, isPowerOfTwo, rootHash, type Hash } from "@/lib/log/transparency/merkle";

// What whoever watches the log does with its proofs, written after the RFC and not after `prove…`.

const EMPTY = rootHash(() => Buffer.alloc(0), 0);
const half = (value: number) => Math.floor(value / 2);

/** Whether the proof shows that `leaf` stands at `index` of the log of this size and root (RFC 9162, 2.1.3.2). */
export function verifyInclusion(
  { leaf, index, size, root }: { leaf: Hash; index: number; size: number; root: Hash },
  proof: readonly Hash[],
): boolean {
  if (index < 0 || index >= size) return false;
  let [node, last, hash] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      hash = hashChildren(sibling, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else hash = hashChildren(hash, sibling);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && hash.equals(root);
}

/** Whether the proof shows that the second log begins with the whole first one (RFC 9162, 2.1.4.2). */
export function verifyConsistency(
  {
    first,
    firstRoot,
    second,
    secondRoot,
  }: { first: number; firstRoot: Hash; second: number; secondRoot: Hash },
  proof: readonly Hash[],
): boolean {
  if (first > second) return false;
  if (first === second) return proof.length === 0 && firstRoot.equals(secondRoot);
  if (first === 0) return proof.length === 0 && firstRoot.equals(EMPTY);
  const path = isPowerOfTwo(first) ? [firstRoot, ...proof] : [...proof];
  let [node, last] = [first - 1, second - 1];
  while (node % 2 === 1) [node, last] = [half(node), half(last)];
  const [start, ...rest] = path;
  if (!start) return false;
  let [old, next] = [start, start];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      [old, next] = [hashChildren(sibling, old), hashChildren(sibling, next)];
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else next = hashChildren(next, sibling);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && old.equals(firstRoot) && next.equals(secondRoot);
}
