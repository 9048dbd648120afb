import { PERMISSION, python, script, shell, type Row } from "./row";

export const UNDECLARED: readonly Row[] = [
  [
    "reaches the network",
    "caution",
    PERMISSION,
    python("import urllib.request", "urllib.request.urlopen('https://example.com')"),
  ],
  [
    "reaches the network under another name",
    "caution",
    PERMISSION,
    python("from requests import get as g", "g('https://example.com')"),
  ],
  [
    "reaches the network through a socket",
    "caution",
    PERMISSION,
    python("import socket", "socket.create_connection(('example.com', 80))"),
  ],
  [
    "reaches the network from Node",
    "caution",
    PERMISSION,
    script("const { get } = require('node:https');", "get('https://example.com');"),
  ],
  ["reaches the network from a shell", "caution", PERMISSION, shell("curl -s https://example.com")],
  ["starts a program", "caution", PERMISSION, python("from subprocess import run", "run(['git', 'log'])")],
  [
    "starts a program from Node",
    "caution",
    PERMISSION,
    script("import { execSync as e } from 'child_process';", "e('git log');"),
  ],
  ["reads the user's files", "caution", PERMISSION, python("print(open('/etc/hostname').read())")],
  ["writes a file from a shell", "caution", PERMISSION, shell("echo x > out.txt")],
  [
    "hides the call",
    "caution",
    PERMISSION,
    python(
      "import importlib",
      "importlib.import_module('url' + 'lib.request').urlopen('https://example.com')",
    ),
  ],
];
