import { useState, type DragEvent, type RefObject } from "react";
import { CHOOSE, ChooseFile } from "@/components/validate/choose-file";
import { DropActs, DropBox, DropFiles } from "@/components/validate/drop-box";
import { Icon } from "@/components/ui/icon";
import type { CheckLabels } from "@/components/validate/check-labels";
import type { FolderFile } from "@/components/validate/read-folder";

const SHOWN_FILES = 5;
/** Not yet an attribute that React knows; browsers do. */
const DIRECTORY = { webkitdirectory: "" };

interface PackageBoxProps {
  labels: CheckLabels;
  archive: RefObject<HTMLInputElement | null>;
  chosen: { name: string; json?: string } | null;
  files: readonly string[];
  onArchive: (file: File | undefined) => void;
  onFolder: (files: readonly FolderFile[]) => void;
  /** Given a file that was not chosen in the field. */
  onDropped: (file: File) => void;
  onPaste: () => void;
}

/**
 * Where an archive or a folder is chosen, or dropped: anywhere on the box, as a browser leaves the page for a file
 * beside the field.
 */
export function PackageBox({
  labels,
  archive,
  chosen,
  files,
  onArchive,
  onFolder,
  onDropped,
  onPaste,
}: PackageBoxProps) {
  const [over, setOver] = useState(false);

  async function take(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    // Asked for at once: after the event the browser no longer tells.
    const { items, files: sent } = event.dataTransfer;
    const [entry, file] = [items[0]?.webkitGetAsEntry() ?? null, sent[0] ?? null];
    const { readDrop } = await import("@/components/validate/read-drop");
    const dropped = await readDrop(entry, file);
    if (dropped?.kind === "folder") onFolder(dropped.files);
    else if (dropped) onDropped(dropped.file);
  }

  return (
    <DropBox
      data-over={over ? "" : undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => void take(event)}
    >
      <Icon name="upload" size={22} className="text-accent" />
      <div className="min-w-0">
        <label className="field-label" htmlFor="skill_file">
          {labels.file} <span>{labels.fileNote}</span>
        </label>
        {chosen ? (
          <DropFiles>
            <b className="font-medium text-ink">{chosen.name}</b> {listOf(files)}
          </DropFiles>
        ) : (
          <p className="text-13 text-ink-3 noscript:hidden">{labels.nothingChosen}</p>
        )}
        {chosen?.json === undefined ? null : (
          <>
            <input type="hidden" name="package_json" value={chosen.json} />
            <input type="hidden" name="package_name" value={chosen.name} />
          </>
        )}
      </div>
      <DropActs>
        <ChooseFile
          label={labels.chooseFile}
          ref={archive}
          id="skill_file"
          name="skill_file"
          accept=".skill,.zip,.md"
          onChange={(event) => onArchive(event.target.files?.[0])}
        />
        <label className={`${CHOOSE} needs-script`} title={labels.folderNote}>
          {labels.folder}
          <input
            className="vh"
            type="file"
            multiple
            {...DIRECTORY}
            onChange={(event) => onFolder(filesOf(event.target.files))}
          />
        </label>
        <button type="button" className="btn btn-sm needs-script" onClick={onPaste}>
          {labels.pasteInstead}
        </button>
      </DropActs>
    </DropBox>
  );
}

const filesOf = (files: FileList | null): FolderFile[] =>
  Array.from(files ?? [], (file) => ({ path: file.webkitRelativePath, file }));

function listOf(files: readonly string[]): string {
  const more = files.length - SHOWN_FILES;
  return [...files.slice(0, SHOWN_FILES), ...(more > 0 ? [`+${more}`] : [])].join("  ");
}
