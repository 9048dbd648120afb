import type { FolderFile } from "@/components/validate/read-folder";
import { isBelowByProduct } from "@/lib/package/by-products";

/** More files than any package has room for: the rest of a folder that was dropped by mistake is not read. */
const MAX_FILES = 5_000;

/** What was dropped: one file, or the files of a folder. */
type Dropped = { kind: "file"; file: File } | { kind: "folder"; files: FolderFile[] };

/** What was dropped, null for anything that is no file. */
export async function readDrop(entry: FileSystemEntry | null, file: File | null): Promise<Dropped | null> {
  if (entry && isFolder(entry)) return { kind: "folder", files: await readEntries(entry) };
  return file ? { kind: "file", file } : null;
}

/** Every file below a folder, by the path that begins with the folder's name. */
async function readEntries(folder: FileSystemDirectoryEntry): Promise<FolderFile[]> {
  const found: FolderFile[] = [];
  const left: FileSystemEntry[] = [folder];
  for (let entry = left.shift(); entry && found.length < MAX_FILES; entry = left.shift()) {
    const path = entry.fullPath.replace(/^\//, "");
    if (isFolder(entry) && !isBelowByProduct(`${path}/`)) left.push(...(await childrenOf(entry)));
    else if (isFile(entry) && !isBelowByProduct(path)) found.push({ path, file: await fileOf(entry) });
  }
  return found;
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** Browsers hand over a hundred at a time, and none when there are no more. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return children;
    children.push(...some);
  }
}
