import { offThread } from "@/lib/kernel/threads/off-thread";
import { readPluginArchive, SKILL_ARCHIVE_LIMITS, type PluginResult } from "@/lib/package";

const readInThread = offThread("read-plugin", (bytes: Uint8Array) => readPluginArchive(bytes));

/** The plugin of a page's form, an archive in `plugin_file`. */
export async function readPluginForm(form: FormData): Promise<PluginResult> {
  const file = form.get("plugin_file");
  const { maxArchiveBytes } = SKILL_ARCHIVE_LIMITS;
  if (!(file instanceof File) || file.size === 0)
    return { ok: false, issue: { code: "FILE_INVALID_TYPE", message: "Choose a .zip with plugin.json." } };
  if (file.size > maxArchiveBytes) {
    const message = `The file has ${file.size} bytes; at most ${maxArchiveBytes} are taken.`;
    return { ok: false, issue: { code: "CONTENT_TOO_LARGE", message } };
  }
  return readInThread(new Uint8Array(await file.arrayBuffer()));
}
