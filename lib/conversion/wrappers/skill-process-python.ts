/**
 * The part the Python wrappers share. It is the same text for every skill: what differs stands in manifest.json beside
 * it and is read as data, so no word of a skill ever becomes code.
 */
export const SKILL_PROCESS_PYTHON = String.raw`HERE = os.path.dirname(os.path.abspath(__file__))
MAX_BYTES = 1024 * 1024
PASSED_ON = ("PATH", "HOME", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "PATHEXT")


class SkillError(Exception):
    """Why there is no answer, and whose fault it is: input, skill, timeout or setup."""

    def __init__(self, fault, message):
        super().__init__(message)
        self.fault = fault


def read_manifest():
    with open(os.path.join(HERE, "manifest.json"), encoding="utf-8") as file:
        return json.load(file)


def refuse_constant(name):
    raise ValueError(name + " is no JSON")


def parse_object(data, fault, what):
    try:
        value = json.loads(data.decode("utf-8"), parse_constant=refuse_constant)
    except (ValueError, RecursionError):
        raise SkillError(fault, what + " must be one JSON object in UTF-8.") from None
    if not isinstance(value, dict):
        raise SkillError(fault, what + " must be one JSON object.")
    return value


def environment_of(run):
    names = PASSED_ON + tuple(run["env_vars"])
    given = {name: os.environ[name] for name in names if name in os.environ}
    fixed = {"LANG": "C.UTF-8", "TZ": "UTC", "PYTHONUTF8": "1", "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    return {**given, **fixed}


def command_of(run, root):
    entry_point = os.path.join(root, *run["entry_point"].split("/"))
    program = run["program"]
    if program is None:
        return [entry_point]
    found = sys.executable if program == "python3" else shutil.which(program)
    if not found:
        raise SkillError("setup", program + " is not installed.")
    return [found, entry_point]


def end_process(process):
    try:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    except OSError:
        pass


def feed(stream, data):
    try:
        stream.write(data)
        stream.close()
    except OSError:
        pass


def run_skill(data):
    """The skill's answer to a JSON object, both as bytes. Raises SkillError."""
    given = parse_object(data, "input", "The input")
    run = read_manifest()["run"]
    for name in run["required"]:
        if name not in given:
            raise SkillError("input", "The input has no " + json.dumps(name, ensure_ascii=False) + ".")
    for name in run["env_vars"]:
        if name not in os.environ:
            raise SkillError("setup", "The environment variable " + name + " is not set.")
    root = os.path.normpath(os.path.join(HERE, run["root"]))
    try:
        process = subprocess.Popen(
            command_of(run, root),
            cwd=root,
            env=environment_of(run),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
    except OSError as error:
        raise SkillError("setup", "The skill cannot be started: " + str(error)) from None
    late = threading.Event()
    timer = threading.Timer(run["timeout_seconds"], lambda: (late.set(), end_process(process)))
    timer.start()
    try:
        threading.Thread(target=feed, args=(process.stdin, data), daemon=True).start()
        output = process.stdout.read(MAX_BYTES + 1)
        if len(output) > MAX_BYTES:
            end_process(process)
        status = process.wait()
    finally:
        timer.cancel()
        end_process(process)
        process.stdout.close()
    if late.is_set():
        raise SkillError("timeout", "The skill took longer than " + str(run["timeout_seconds"]) + " s.")
    if len(output) > MAX_BYTES:
        raise SkillError("skill", "The skill wrote more than " + str(MAX_BYTES) + " bytes.")
    answer = parse_object(output, "skill", "What the skill writes to standard output")
    if isinstance(answer.get("error"), str):
        raise SkillError("skill", answer["error"])
    if status != 0:
        raise SkillError("skill", "The skill ended with status " + str(status) + ".")
    return output
`;
