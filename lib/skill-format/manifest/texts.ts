import { splitAllowedTools } from "../values/allowed-tools";
import { isCommitHash } from "../values/web-addresses";
import { mapAt, type MapNode, setMember, textAt, textOf, textsOf } from "../yaml/node";
import { isSolanaAddress } from "../values/solana-address";
import type { SkillManifest } from "../types";
import { compact, type ManifestSource, sharedNode } from "./manifest-source";

/** A base58 value of 32 bytes is the wallet, anything else the user name; overlays may give both. */
export function readAuthor({ base, viewOf }: ManifestSource): SkillManifest["author"] {
  const authors = [
    textAt(viewOf("exo"), "author"),
    textAt(viewOf("usk"), "author"),
    textAt(base, "author"),
  ].filter((author) => author !== undefined);
  return compact<SkillManifest["author"]>({
    wallet: authors.find(isSolanaAddress),
    username: authors.find((author) => !isSolanaAddress(author)),
  });
}

/** Tags as a list; a text is split at its commas. */
export function readTags(source: ManifestSource): string[] {
  const node = sharedNode(source, "tags");
  if (node?.kind === "list") return textsOf(node);
  return (textOf(node) ?? "").split(/[,，、]/).flatMap((tag) => tag.trim() || []);
}

/** Tools of either form; the entries of a list are used. */
export function readAllowedTools(source: ManifestSource): string[] {
  const node = sharedNode(source, "allowed-tools");
  if (node?.kind === "list") return textsOf(node);
  return splitAllowedTools(textOf(node) ?? "");
}

/** Where the skill comes from; the hash in lower case, the dates as written. */
export function readProvenance(metadata: MapNode): SkillManifest["provenance"] {
  const hash = textAt(metadata, "source_hash");
  return compact<SkillManifest["provenance"]>({
    sourceUrl: textAt(metadata, "source_url"),
    sourceHash: hash !== undefined && isCommitHash(hash) ? hash.toLowerCase() : hash,
    createdAt: textAt(metadata, "created_at"),
    updatedAt: textAt(metadata, "updated_at"),
  });
}

/** The `metadata:` mapping of Agent Skills: scalars as written, anything else left out. */
export function readMetadata(agentSkills: MapNode): Record<string, string> {
  const record: Record<string, string> = {};
  for (const [key, node] of mapAt(agentSkills, "metadata")?.entries ?? []) {
    if (node.kind === "scalar") setMember(record, key, node.source);
  }
  return record;
}
