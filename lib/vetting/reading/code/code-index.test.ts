import { describe, expect, it } from "vitest";
import { indexCode } from "./code-index";
import type { CodeLanguage } from "./tokens";

function calls(text: string, language: CodeLanguage): string[] {
  return indexCode(text, language).references.flatMap(({ call, names }) => (call === null ? [] : [...names]));
}

describe("a Python call is known under its real name", () => {
  it.each([
    ["import os as o\no.system('id')", "os.system"],
    ["from subprocess import run as r\nr(['id'])", "subprocess.run"],
    ["from os import (path, system)\nsystem('id')", "os.system"],
    ["import os\nx = os.popen\nx('id')", "os.popen"],
    ["import os\ngetattr(os, 'sys' + 'tem')('id')", "os.system"],
    ["__import__('sub' 'process').call(['id'])", "subprocess.call"],
    ["import importlib\nm = importlib.import_module('os')\nm.system('id')", "os.system"],
    ["import os\nos.__dict__['system']('id')", "os.__dict__.system"],
    ["import requests\ns = requests.Session()\ns.post('x')", "requests.Session().post"],
    ["import httpx\nwith httpx.Client() as c:\n    c.get('x')", "httpx.Client().get"],
    ["import builtins\nbuiltins.exec('1')", "exec"],
    ["ｅｖａｌ('1')", "eval"],
    ["(a / b).read_text()", "().read_text"],
  ])("%s", (text, name) => {
    expect(calls(text, "python")).toContain(name);
  });

  it("and not from strings, comments or named arguments", () => {
    const text =
      "# os.system('id')\nx = \"os.system('id')\"\n'''\nos.system('id')\n'''\nf(data=os)\ndata.system('id')\n";
    expect(calls(text, "python")).toEqual(["f", "data.system"]);
  });
});

describe("a JavaScript call is known under its real name", () => {
  it.each([
    ["const cp = require('node:child_process'); cp.exec('id')", "child_process.exec"],
    ["const { exec: e } = require('child_' + 'process'); e('id')", "child_process.exec"],
    ["import { readFile as r } from 'fs'; r('x')", "fs.readFile"],
    ["import fs, * as all from 'node:fs'; all.rmSync('x')", "fs.rmSync"],
    ["(await import('fs')).rmSync('x')", "fs.rmSync"],
    ["globalThis['ev' + 'al']('1')", "eval"],
    ["const w = new WebSocket(u); w.send(x)", "WebSocket().send"],
    ["a?.b?.['c']()", "a.b.c"],
    ["String['fromCharCode'](a)", "String.fromCharCode"],
    ["x = /[/'\"]/.test(y); eval('1')", "eval"],
    ["const s = `a${eval('1')}b`", "eval"],
    ["\\u0065val('1')", "eval"],
  ])("%s", (text, name) => {
    expect(calls(text, "javascript")).toContain(name);
  });

  it("and not from strings, comments, templates or regular expressions", () => {
    const text = "// eval(1)\n/* eval(1) */ 'eval(1)'; `eval(1)`; /eval(1)/.source;";
    expect(calls(text, "javascript")).toEqual([]);
  });
});

describe("a text is read as it comes out", () => {
  it.each<[string, CodeLanguage, string]>([
    ["'cu' \"rl\"", "python", "curl"],
    ["'cu' + 'rl'", "javascript", "curl"],
    [String.raw`"\x63\u0075\162l"`, "python", "curl"],
    ["''.join(['c', 'u', 'r', 'l'])", "python", "curl"],
    ["''.join(chr(c) for c in [99, 117, 114, 108])", "python", "curl"],
    ["''.join(map(chr, [99, 117, 114, 108]))", "python", "curl"],
    ["bytes([99, 117, 114, 108]).decode()", "python", "curl"],
    ["bytes.fromhex('6375726c').decode()", "python", "curl"],
    ["base64.b64decode('Y3VybA==').decode('utf-8')", "python", "curl"],
    ["base64.b85decode('V|8+D').decode()", "python", "curl"],
    ["codecs.decode('phey', 'rot13')", "python", "curl"],
    ["'lruc'[::-1]", "python", "curl"],
    ["'cXuXrXl'.replace('X', '')", "python", "curl"],
    ["String.fromCharCode(99, 117, 114, 108)", "javascript", "curl"],
    ["['c', 'u', 'r', 'l'].join('')", "javascript", "curl"],
    ["'lruc'.split('').reverse().join('')", "javascript", "curl"],
    ["atob('Y3VybA==')", "javascript", "curl"],
    ["Buffer.from('6375726c', 'hex').toString()", "javascript", "curl"],
    ["decodeURIComponent('%63url')", "javascript", "curl"],
  ])("%s", (text, language, value) => {
    const strings = indexCode(text, language).tokens.filter(({ kind }) => kind === "string");
    expect(strings.map((token) => token.text)).toContain(value);
  });
});

describe("reading code never fails", () => {
  it.each<[string, CodeLanguage]>([
    ["((([[[{{{", "python"],
    [")))]]]}}}", "javascript"],
    ["'unclosed", "python"],
    ["'''unclosed", "python"],
    ["f'{a{b{c", "python"],
    ["`${`${`${", "javascript"],
    ["/unclosed [", "javascript"],
    ["import\nfrom\nas\n= = =", "python"],
    ["import from from 'x' as", "javascript"],
    ["\u0000\uffff\ud800", "javascript"],
  ])("%j", (text, language) => {
    expect(() => indexCode(text, language)).not.toThrow();
  });

  it("says so when expressions are nested deeper than it reads", () => {
    expect(indexCode("`${".repeat(20), "javascript").complete).toBe(false);
  });
});
