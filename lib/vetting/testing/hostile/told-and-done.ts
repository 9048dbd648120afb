import { python, type Row } from "./row";

/** Deeds that stand in plain sentences, and in code that runs what it is sent. */
export const TOLD_AND_DONE: readonly Row[] = [
  [
    "floods a host",
    "caution",
    "suspicious.data_sent_away",
    python("import requests", "while True:", "    requests.get('https://shop.example.net/cart')"),
  ],
  [
    "runs the text that it is sent",
    "caution",
    "suspicious.runs_input",
    python("import sys, json", "task = json.loads(sys.stdin.read())", "exec(task['code'])"),
  ],
];
