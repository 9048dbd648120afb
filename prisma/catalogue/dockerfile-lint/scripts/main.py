"""Lint a Dockerfile given as text: pinning, users, caching, layers, and habits that leak secrets."""
import json
import re
import sys

MAX_BYTES = 200_000
MAX_CHARS = 50_000
KNOWN = set("ADD ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL MAINTAINER ONBUILD RUN SHELL STOPSIGNAL "
            "USER VOLUME WORKDIR".split())
SECRET_NAME = re.compile(r"(?i)(passw(or)?d|secret|token|api_?key|private_?key|credential)")
HEREDOC = re.compile(r"(?<!<)<<-?\s*[\"']?([A-Za-z_][A-Za-z0-9_]*)[\"']?")
SHELL = re.compile(r"(?:ba|da|z|a)?sh\Z")
# Whatever the program is called: an address, or a variable named after one, at the head of a pipeline.
ADDRESS = re.compile(r"https?://|\$\{?\w*URL\b", re.I)
SEVERITIES = ["error", "warning", "info"]


class InputError(ValueError):
    """Something the caller can put right."""


def read_instructions(text):
    """(line, word, arguments) per instruction; continuation lines are joined, heredoc bodies kept apart."""
    lines = text.splitlines()
    directive = re.search(r"(?im)\A(?:#.*\n)*#\s*escape\s*=\s*([\\`])\s*$", text)
    escape = directive.group(1) if directive else "\\"
    index, found = 0, []
    while index < len(lines):
        start, stripped = index + 1, lines[index].strip()
        index += 1
        if not stripped or stripped.startswith("#"):
            continue
        joined = stripped
        while joined.endswith(escape) and index < len(lines):
            following = lines[index].strip()
            index += 1
            # comments and blank lines inside a continuation are skipped by the builder as well
            if following and not following.startswith("#"):
                joined = joined[:-1].rstrip() + " " + following
        word, _, rest = joined.partition(" ")
        if word.upper() in ("RUN", "COPY", "ADD"):
            for marker in HEREDOC.findall(rest):
                while index < len(lines) and lines[index].strip() != marker:
                    index += 1
                index += 1
        found.append((start, word.upper(), rest.strip()))
    return found


def runs_a_download(command):
    """True when the output of a download is piped into a shell, whatever stands between them."""
    for pipeline in re.split(r"&&|\|\||;", command):
        fetched = False
        for part in pipeline.split("|"):
            words = [word for word in part.split() if word != "sudo" and "=" not in word and not word.startswith("-")]
            program = words[0].rsplit("/", 1)[-1] if words else ""
            if fetched and SHELL.match(program):
                return True
            fetched = fetched or bool(ADDRESS.search(part))
    return False


class Linter:
    def __init__(self, instructions):
        self.instructions = instructions
        self.findings = []
        self.stages = []
        self.user = None

    def add(self, line, severity, code, message, fix):
        self.findings.append({"line": line, "severity": severity, "code": code, "message": message, "fix": fix})

    def check(self):
        last = {}
        for line, word, rest in self.instructions:
            if word not in KNOWN:
                self.add(line, "error", "UNKNOWN_INSTRUCTION", f"{word[:30]} is no instruction", "Check the spelling, or end the line before with \\.")
                continue
            if not rest:
                self.add(line, "error", "NO_ARGUMENTS", f"{word} has no arguments", "Add them or remove the line.")
                continue
            if not self.stages and word not in ("FROM", "ARG"):
                self.add(line, "error", "BEFORE_FROM", f"{word} stands before the first FROM", "Begin with FROM; only ARG may come earlier.")
            if word == "FROM":
                last = {}
            elif word in ("CMD", "ENTRYPOINT", "HEALTHCHECK") and word in last:
                self.add(line, "warning", "OVERRIDDEN", f"this {word} replaces the one on line {last[word]}", "Keep one per stage.")
            last[word] = line
            getattr(self, f"on_{word.lower()}", lambda *_: None)(line, rest)
        if not self.stages:
            self.add(1, "error", "NO_FROM", "there is no FROM", "Begin with FROM image:tag.")
        elif self.user in (None, "root", "0"):
            self.add(self.stages[-1][0], "warning", "RUNS_AS_ROOT", "the last stage runs as root", "Add USER with an unprivileged name or number.")

    def on_from(self, line, rest):
        parts = [part for part in rest.split() if not part.startswith("--")]
        image = parts[0] if parts else ""
        names = [name for _, name in self.stages]
        if image.lower() not in names and image != "scratch" and "$" not in image and "@sha256:" not in image:
            tag = image.rsplit("/", 1)[-1].partition(":")[2]
            if tag in ("", "latest"):
                self.add(line, "warning", "UNPINNED_IMAGE", f"{image} can change under you", "Name a version tag or a digest (@sha256:…).")
        alias = parts[2].lower() if len(parts) > 2 and parts[1].upper() == "AS" else None
        if alias and alias in names:
            self.add(line, "error", "STAGE_TWICE", f"the stage name {alias} is used twice", "Give each stage its own name.")
        self.stages.append((line, alias))
        self.user = None

    def on_user(self, _line, rest):
        self.user = rest.split(":")[0].strip()

    def on_maintainer(self, line, _rest):
        self.add(line, "info", "MAINTAINER", "MAINTAINER is deprecated", 'Use LABEL org.opencontainers.image.authors="…".')

    def on_workdir(self, line, rest):
        if not re.match(r"""["']?(/|\$|[A-Za-z]:[\\/])""", rest):
            self.add(line, "warning", "RELATIVE_WORKDIR", f"WORKDIR {rest[:40]} depends on the line before", "Use an absolute path.")

    def on_add(self, line, rest):
        sources = [part for part in rest.strip("[]").split() if not part.startswith("--")][:-1]
        if any(re.match(r'"?https?://', part) for part in sources):
            if "--checksum=" not in rest:
                self.add(line, "warning", "ADD_URL", "ADD from a URL is not checked", "Add --checksum=sha256:…")
        elif not any(re.search(r"\.(tar|tgz|tbz2?|txz|tar\.\w+)\"?,?$", part) for part in sources) and "<<" not in rest:
            self.add(line, "info", "ADD_LOCAL", "ADD unpacks archives and takes URLs; COPY only copies", "Use COPY.")

    def on_copy(self, line, rest):
        source = re.search(r"--from=(\S+)", rest)
        if source and source.group(1).isdigit() and int(source.group(1)) >= len(self.stages) - 1:
            self.add(line, "error", "COPY_FROM", f"there is no earlier stage {source.group(1)}", "Number stages from 0, or use names.")
        if re.match(r"(?:--\S+\s+)*\.\s+\S+$", rest) and not source:
            self.add(line, "info", "COPY_ALL", "COPY . takes the whole context", "Keep a .dockerignore, and copy dependency lists first for better caching.")

    def on_env(self, line, rest):
        for name, value in re.findall(r"""([A-Za-z_][A-Za-z0-9_]*)[= ]("[^"]*"|'[^']*'|\S+)""", rest):
            if SECRET_NAME.search(name) and value.strip("\"'") and not value.startswith("$"):
                self.add(line, "error", "SECRET_IN_LAYER", f"the value of {name} stays readable in the image", "Pass it at run time, or use RUN --mount=type=secret.")

    def on_arg(self, line, rest):
        name = rest.partition("=")[0]
        if SECRET_NAME.search(name):
            self.add(line, "warning", "SECRET_BUILD_ARG", f"build arguments such as {name[:40]} remain in the history", "Use RUN --mount=type=secret.")

    def on_expose(self, line, rest):
        for port in rest.split():
            number = re.fullmatch(r"([0-9]{1,6})(?:-([0-9]{1,6}))?(?:/(?:tcp|udp|sctp))?", port, re.I)
            if "$" not in port and not (number and all(1 <= int(part) <= 65535 for part in number.groups() if part)):
                self.add(line, "error", "BAD_PORT", f"{port[:30]} is no port", "Use a number from 1 to 65535, with /tcp or /udp if needed.")

    def on_cmd(self, line, rest, word="CMD"):
        if not rest.startswith("["):
            self.add(line, "info", "SHELL_FORM", f"{word} in shell form: signals reach the shell, not your program", f'Use the list form: {word} ["program", "argument"].')
            return
        try:
            valid = all(isinstance(part, str) for part in json.loads(rest))
        except ValueError:
            valid = False
        if not valid:
            self.add(line, "error", "BAD_LIST_FORM", f"{word} is no JSON list of texts and will run as a shell line", "Use double quotes.")

    def on_entrypoint(self, line, rest):
        self.on_cmd(line, rest, "ENTRYPOINT")

    def on_run(self, line, rest):
        rules = [
            (runs_a_download(rest), "warning", "PIPE_TO_SHELL", "a download is run unread", "Save it, compare its checksum, then run it."),
            (re.search(r"(?:^|[;&|]\s*)sudo\b", rest), "warning", "SUDO", "sudo is not needed while building", "Switch with USER instead."),
            (re.match(r"cd\s+\S+\s*(?:$|;|&&)", rest), "info", "CD", "cd lasts for this RUN only", "Use WORKDIR."),
            (re.search(r"apt-get\s+(?:-\S+\s+)*(?:dist-)?upgrade\b", rest), "info", "UPGRADE", "upgrading makes builds differ from day to day", "Use a newer base image."),
            (re.search(r"\bapt\s+(?:-\S+\s+)*install\b", rest), "info", "APT", "apt is made for people; its output may change", "Use apt-get."),
            (re.search(r"\bpip3?\s+install\b", rest) and "--no-cache-dir" not in rest and "type=cache" not in rest, "info", "PIP_CACHE", "pip keeps its download cache in the layer", "Add --no-cache-dir."),
            (re.search(r"\bchmod\s+(?:-R\s+)?0?777\b", rest), "warning", "CHMOD_777", "everybody may write there", "Give the narrowest mode that works."),
        ]
        if re.search(r"\bapt-get\s+(?:-\S+\s+)*install\b", rest):
            rules += [
                (not re.search(r"\s(-\w*y\w*|--yes|--assume-yes|-qq)\b", rest), "error", "APT_YES", "apt-get install waits for an answer", "Add -y."),
                ("--no-install-recommends" not in rest, "info", "APT_RECOMMENDS", "recommended packages are installed as well", "Add --no-install-recommends."),
                ("/var/lib/apt/lists" not in rest and "type=cache" not in rest, "info", "APT_LISTS", "package lists stay in the layer", "End with: rm -rf /var/lib/apt/lists/*"),
                ("apt-get update" not in rest and "type=cache" not in rest, "warning", "APT_UPDATE", "install without update in the same RUN uses a stale cached list", "Join them: apt-get update && apt-get install …"),
            ]
        for hit, severity, code, message, fix in rules:
            if hit:
                self.add(line, severity, code, message, fix)


def run(payload):
    text = payload.get("dockerfile")
    if not isinstance(text, str) or not text.strip():
        raise InputError("dockerfile must hold the text of a Dockerfile")
    if len(text) > MAX_CHARS:
        raise InputError(f"dockerfile has {len(text)} characters; the limit is {MAX_CHARS}")
    ignore = payload.get("ignore", [])
    if not isinstance(ignore, list) or len(ignore) > 50 or any(not isinstance(code, str) for code in ignore):
        raise InputError("ignore must be a list of at most 50 finding codes")
    linter = Linter(read_instructions(text.removeprefix("\ufeff")))
    linter.check()
    kept = [finding for finding in linter.findings if finding["code"] not in ignore]
    kept.sort(key=lambda finding: (finding["line"], SEVERITIES.index(finding["severity"]), finding["code"]))
    counts = {severity: sum(finding["severity"] == severity for finding in kept) for severity in SEVERITIES}
    return {"ok": counts["error"] == 0, "instructions": len(linter.instructions), "stages": len(linter.stages),
            "counts": counts, "findings": kept[:200]}


def read_input():
    raw = sys.stdin.buffer.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise InputError(f"the input is larger than {MAX_BYTES} bytes")
    try:
        payload = json.loads(raw)
    except (ValueError, RecursionError):
        raise InputError("stdin must hold one JSON object") from None
    if not isinstance(payload, dict):
        raise InputError("the input must be a JSON object")
    return payload


def main():
    try:
        result, code = run(read_input()), 0
    except InputError as problem:
        result, code = {"error": str(problem)}, 1
    sys.stdout.buffer.write(json.dumps(result, ensure_ascii=False).encode("utf-8", "replace"))
    return code


if __name__ == "__main__":
    sys.exit(main())
