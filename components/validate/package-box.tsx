import type { RefObject } from "react";
import type { CheckLabels } from "@/components/validate/check-labels";
import { Icon } from "@/components/ui/icon";

const SHOWN_FILES = 5;
/** Not yet an attribute that React knows; browsers do. */
const DIRECTORY = { webkitdirectory: "" };

interface PackageBoxProps {
  labels: CheckLabels;
  archive: RefObject<HTMLInputElement | null>;
  chosen: { name: string; json?: string } | null;
  files: readonly string[];
  onArchive: (file: File | undefined) => void;
  onFolder: (files: readonly File[]) => void;
  onPaste: () => void;
}

/** Where an archive or a folder is chosen; browsers also take what is dropped on the file field. */
export function PackageBox({
  labels,
  archive,
  chosen,
  files,
  onArchive,
  onFolder,
  onPaste,
}: PackageBoxProps) {
  return (
    <div className="drop">
      <Icon name="upload" size={22} className="text-accent" />
      <div className="min-w-0">
        <label className="field-label" htmlFor="skill_file">
          {labels.file} <span>{labels.fileNote}</span>
        </label>
        <input
          ref={archive}
          id="skill_file"
          name="skill_file"
          type="file"
          accept=".skill,.zip,.md"
          onChange={(event) => onArchive(event.target.files?.[0])}
        />
        {chosen ? (
          <p className="drop-files">
            <b>{chosen.name}</b> {listOf(files)}
          </p>
        ) : null}
        {chosen?.json === undefined ? null : <input type="hidden" name="package_json" value={chosen.json} />}
      </div>
      <div className="drop-acts needs-script">
        <label className="btn btn-sm" title={labels.folderNote}>
          {labels.folder}
          <input
            className="vh"
            type="file"
            multiple
            {...DIRECTORY}
            onChange={(event) => onFolder([...(event.target.files ?? [])])}
          />
        </label>
        <button type="button" className="btn btn-sm btn-quiet" onClick={onPaste}>
          {labels.pasteInstead}
        </button>
      </div>
    </div>
  );
}

function listOf(files: readonly string[]): string {
  const more = files.length - SHOWN_FILES;
  return [...files.slice(0, SHOWN_FILES), ...(more > 0 ? [`+${more}`] : [])].join("  ");
}
