"""The package of a version: its archive as hostile input, its names, and its digest."""

from __future__ import annotations

import hashlib
import io
import re
import unicodedata
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, Iterable, List, Optional, Tuple

from .generated import HARMLESS_NAMES, READ_ON_SIGHT

MAX_ARCHIVE_BYTES = 5 * 1024 * 1024
_MAX_UNPACKED_BYTES = 20 * 1024 * 1024
_MAX_ENTRIES = 500
_MAX_PATH_CHARACTERS = 200
_MAX_NAME_BYTES = 255
_UTF8_FLAG = 0x800
_END_BYTES = 22
_ALLOWED_FLAGS = 0b110 | 0x08 | _UTF8_FLAG
_REGULAR, _DIRECTORY, _TYPE = 0o100000, 0o040000, 0o170000


class PackageInvalid(ValueError):
    """Why an archive is no package."""


@dataclass(frozen=True)
class PackageFile:
    path: str
    data: bytes = field(repr=False)
    is_executable: bool = False


@dataclass(frozen=True)
class SkillPackage:
    files: Tuple[PackageFile, ...]
    """In the order of the UTF-8 bytes of their paths."""
    digest: str
    """`sha256:<hex>` of the canonical file list."""

    def write_to(self, folder: "str | Path") -> Path:
        """Writes the files below a folder, which is made and must be empty."""
        root = Path(folder)
        root.mkdir(parents=True, exist_ok=True)
        if any(root.iterdir()):
            raise FileExistsError(f"{root} is not empty")
        for file in self.files:
            place = root.joinpath(*file.path.split("/"))
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(file.data)
            place.chmod(0o755 if file.is_executable else 0o644)
        return root


def package_digest(files: Iterable[PackageFile]) -> str:
    """`sha256:<hex>` over the canonical file list: of each file, in the order of the bytes of its path, a line as
    `sha256sum` prints it. Names and bytes count; the layout of an archive, times and modes do not."""
    lines = [f"{hashlib.sha256(file.data).hexdigest()}  {file.path}\n" for file in sorted(files, key=_order)]
    return f"sha256:{hashlib.sha256(''.join(lines).encode()).hexdigest()}"


def executables_digest(files: Iterable[PackageFile]) -> str:
    """`sha256:<hex>` over the list of the files that may be run, a line each."""
    lines = [f"{file.path}\n" for file in sorted(files, key=_order) if file.is_executable]
    return f"sha256:{hashlib.sha256(''.join(lines).encode()).hexdigest()}"


def _order(file: PackageFile) -> bytes:
    return file.path.encode("utf-8")


def read_archive(archive: bytes) -> SkillPackage:
    """The package in a ZIP archive. Raises `PackageInvalid`.

    Only plain files and folders are taken, with names that are safe and distinct on every system; never more is unpacked
    than an entry declares, nor more in all than a package may have.
    """
    if len(archive) > MAX_ARCHIVE_BYTES:
        raise PackageInvalid(f"the archive has more than {MAX_ARCHIVE_BYTES} bytes")
    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as opened:
            entries = opened.infolist()
            if len(entries) > _MAX_ENTRIES or sum(entry.file_size for entry in entries) > _MAX_UNPACKED_BYTES:
                raise PackageInvalid("the archive holds more than a package may")
            _assert_whole(archive, entries)
            names = _names_of(entries)
            files = [
                PackageFile(name, data, _is_executable(entry, data))
                for entry, name in zip(entries, names)
                if not name.endswith("/") and not _is_added_by_systems(name)
                for data in (_unpack(opened, entry),)
            ]
    except PackageInvalid:
        raise
    except Exception as error:  # of many kinds, for an archive that zipfile was not written for
        raise PackageInvalid(f"the archive cannot be read: {str(error)[:200]}") from None
    rooted = _without_root(files)
    _assert_distinct([file.path for file in rooted])
    ordered = tuple(sorted(rooted, key=_order))
    return SkillPackage(ordered, package_digest(ordered))


def _assert_whole(archive: bytes, entries: List[zipfile.ZipInfo]) -> None:
    """Nothing lies before the entries or behind the end, and the end counts what was read, which Python does not ask."""
    end = archive.rfind(b"PK\x05\x06")
    count, comment = (int.from_bytes(archive[end + at : end + at + 2], "little") for at in (10, 20))
    is_whole = end + _END_BYTES + comment == len(archive) and count == len(entries)
    if not is_whole or any(entry.comment for entry in entries) or archive[:4] != b"PK\x03\x04":
        raise PackageInvalid("the archive holds something else than its entries")


def _names_of(entries: List[zipfile.ZipInfo]) -> List[str]:
    """Names are UTF-8, flagged or not: Python takes those without the flag for another encoding."""
    names = []
    for entry in entries:
        _assert_plain(entry)
        name = entry.orig_filename
        names.append(name if entry.flag_bits & _UTF8_FLAG else name.encode("cp437").decode("utf-8"))
    if any("\\" in name for name in names) and not any("/" in name for name in names):
        names = [name.replace("\\", "/") for name in names]
    return [unicodedata.normalize("NFC", name) for name in names]


def _assert_plain(entry: zipfile.ZipInfo) -> None:
    kind = (entry.external_attr >> 16) & _TYPE
    if entry.flag_bits & ~_ALLOWED_FLAGS or entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise PackageInvalid("an entry is encrypted, or packed in a way that is not allowed")
    if kind not in (0, _REGULAR, _DIRECTORY):
        raise PackageInvalid("an entry is a link or a special file")
    if kind != 0 and (kind == _DIRECTORY) != entry.orig_filename.endswith(("/", "\\")):
        raise PackageInvalid("an entry is a file by name and a folder by mode, or the reverse")


def _unpack(opened: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    with opened.open(entry) as content:
        data = content.read(entry.file_size + 1)
    if len(data) != entry.file_size:
        raise PackageInvalid("an entry does not have the size that it declares")
    return data


def _is_executable(entry: zipfile.ZipInfo, data: bytes) -> bool:
    mode = entry.external_attr >> 16
    return bool(mode & 0o111) if mode & _TYPE else data.startswith(b"#!")


def _is_added_by_systems(path: str) -> bool:
    return path.startswith("__MACOSX/") or path.split("/")[-1] == ".DS_Store"


def _without_root(files: List[PackageFile]) -> List[PackageFile]:
    """SKILL.md lies at the top, or in the one folder that holds everything."""
    paths = [file.path for file in files]
    if not any(path in ("SKILL.md", "skill.md") for path in paths):
        root = paths[0].split("/")[0] if paths else ""
        inner = [path[len(root) + 1 :] for path in paths if path.startswith(f"{root}/")]
        if len(inner) != len(paths) or not any(path in ("SKILL.md", "skill.md") for path in inner):
            raise PackageInvalid("there is no SKILL.md at the top of the archive")
        assert_package_path(f"{root}/SKILL.md")
        files = [PackageFile(path, file.data, file.is_executable) for path, file in zip(inner, files)]
    for file in files:
        assert_package_path(file.path)
    return files


# Names -------------------------------------------------------------------------------------------------------------

_WINDOWS_DEVICE = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)", re.IGNORECASE)
_SHORTENED = re.compile(r"[^.]{0,7}~[0-9]{1,7}(?:\.[^.]{0,3})?")


def assert_package_path(path: str) -> None:
    """Raises `PackageInvalid` for a path that no package may hold: it must name one file, below its folder, on every
    system, and be none that tools obey on sight."""
    reason = _whole_path_fault(path) or _part_fault(path) or _name_fault(path)
    if reason is not None:
        raise PackageInvalid(f"the path {ascii(path[:120])} is not allowed: {reason}")


def _whole_path_fault(path: str) -> Optional[str]:
    if path == "" or len(path) > _MAX_PATH_CHARACTERS:
        return f"it is empty, or has more than {_MAX_PATH_CHARACTERS} characters"
    if any(_is_invisible(letter) for letter in path):
        return "it has an invisible character"
    if path.startswith("/") or re.match("[A-Za-z]:", path) or re.search(r'[\\<>:"|?*]', path):
        return "it is absolute, or has a letter that a system reads otherwise"
    return None if unicodedata.normalize("NFC", path) == path else "it is not in Unicode form NFC"


def _part_fault(path: str) -> Optional[str]:
    parts = path.split("/")
    folded = re.split(r"[/\\]", unicodedata.normalize("NFKC", path))
    if len(folded) != len(parts):
        return "it has a look-alike of a slash"
    for part, plain in zip(parts, folded):
        if part in ("", ".", "..") or plain == "..":
            return "it has an empty part, or one of dots"
        if part.endswith(".") or unicodedata.category(part[-1]) == "Zs":
            return "a part ends in a dot or a space"
        if _WINDOWS_DEVICE.match(part) or len(part.encode("utf-8")) > _MAX_NAME_BYTES:
            return "a part is a device on Windows, or too long"
    return None


class _Matcher:
    """Finds what is said of a name: by the whole name, and after that by the names with an asterisk in their order."""

    def __init__(self, rows: Dict[str, str]) -> None:
        self._whole = {name: said for name, said in rows.items() if "*" not in name}
        forms = [(name, said) for name, said in rows.items() if "*" in name]
        self._forms = [(re.compile("[^/]+".join(map(re.escape, name.split("*")))), said) for name, said in forms]

    def find(self, name: str) -> Optional[str]:
        matching = (said for form, said in self._forms if form.fullmatch(name))
        return self._whole.get(name) or next(matching, None)


_HARMLESS = _Matcher({name: name for name in HARMLESS_NAMES})
_FOLDERS = _Matcher({name[:-1]: reason for name, reason in READ_ON_SIGHT.items() if name.endswith("/")})
_FILES = _Matcher({name: reason for name, reason in READ_ON_SIGHT.items() if not name.endswith("/")})


def _name_fault(path: str) -> Optional[str]:
    """A name is compared as the file systems of Windows and macOS compare it; a harmless name is one only as written."""
    last = path.split("/")[-1]
    folded = [_fold_part(part) for part in re.split(r"[/\\]", _fold(path))]
    for index, part in enumerate(folded):
        is_last = index == len(folded) - 1
        above = folded[index - 1] if index > 0 else ""
        reason = _part_reason(part, is_last, above)
        if reason is not None and not (is_last and part == last and _HARMLESS.find(part)):
            return reason
    return None


def _part_reason(part: str, is_last: bool, above: str) -> Optional[str]:
    if part.startswith("."):
        return "it begins with a dot, as what tools obey on sight does"
    if _SHORTENED.fullmatch(part):
        return "it is how Windows shortens a longer name"
    if not is_last:
        return _FOLDERS.find(part)
    return _FILES.find(part) or _FILES.find(f"{above}/{part}")


def _fold(path: str) -> str:
    kept = "".join(letter for letter in unicodedata.normalize("NFKC", path) if not _is_ignored(letter))
    return unicodedata.normalize("NFKC", kept.upper().lower())


def _fold_part(part: str) -> str:
    return re.sub(r"[.\s]+$", "", part.split(":", 1)[0]) or part


def _assert_distinct(paths: List[str]) -> None:
    """No two paths are one file where case or accents are folded, and none is a folder of another."""
    files: Dict[str, str] = {}
    folders: Dict[str, str] = {}
    for path in paths:
        if files.setdefault(_one_name(path), path) != path or len(set(paths)) != len(paths):
            raise PackageInvalid("two paths are one file where case or accents are folded")
        for end in (index for index, letter in enumerate(path) if letter == "/"):
            if folders.setdefault(_one_name(path[:end]), path[:end]) != path[:end]:
                raise PackageInvalid("a folder is spelled in two ways")
    if files.keys() & folders.keys():
        raise PackageInvalid("a path is both a file and a folder")


def _one_name(path: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).upper().lower())


# Default_Ignorable_Code_Point of Unicode, which Python's tables do not have.
_IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def _is_ignored(letter: str) -> bool:
    return unicodedata.category(letter) in ("Cc", "Cf") or _IGNORABLE.match(letter) is not None


def _is_invisible(letter: str) -> bool:
    return unicodedata.category(letter) in ("Cs", "Zl", "Zp") or _is_ignored(letter)
