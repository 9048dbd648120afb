import { lines } from "../hostile/row";
import type { Sample } from "../sample";

const row = (title: string, files: Sample["files"]): Sample => ({ title, files });

/** Honest scripts in many languages. */
export const EVERYDAY_LANGUAGES: readonly Sample[] = [
  row("Ruby that fetches data and prints it", {
    "run.rb": lines(
      "require 'net/http'",
      "require 'json'",
      "key = ENV.fetch('SEARCH_API_KEY')",
      'res = Net::HTTP.get(URI("https://api.search.example/v1?key=#{key}"))',
      "puts JSON.parse(res)['a']",
    ),
  }),
  row("Ruby that starts programs", {
    "run.rb": lines(
      "system('bundle', 'exec', 'rspec')",
      "puts `git log --oneline -5`",
      "exec('rubocop') if ARGV.empty?",
    ),
  }),
  row("Ruby that decodes a picture", {
    "run.rb": lines("require 'base64'", "File.binwrite('out.png', Base64.decode64(STDIN.read))"),
  }),
  row("a Gemfile and a Rakefile", {
    Gemfile: lines("source 'https://rubygems.org'", "gem 'rake'"),
    Rakefile: lines("task :test do", "  sh 'ruby -Itest test/all.rb'", "end"),
  }),
  row("Perl that counts words", {
    "count.pl": lines(
      "use strict;",
      "my %c; while (<>) { $c{$_}++ for split }",
      'eval { print map { "$_ $c{$_}\\n" } sort keys %c }; warn $@ if $@;',
    ),
  }),
  row("Perl that fetches a page", {
    "get.pl": lines(
      "use LWP::Simple;",
      "my $page = get('https://example.com/a.json');",
      "print length $page;",
    ),
  }),
  row("PHP that answers with JSON", {
    "api.php": lines(
      "<?php",
      "$in = json_decode(file_get_contents('php://input'), true);",
      "header('Content-Type: application/json');",
      "echo json_encode(['sum' => array_sum($in['n'])]);",
    ),
  }),
  row("PHP that calls a service", {
    "call.php": lines(
      "<?php",
      "$ch = curl_init('https://api.example.com/v1');",
      "curl_setopt($ch, CURLOPT_HTTPHEADER, ['Authorization: Bearer ' . getenv('EXAMPLE_KEY')]);",
      "curl_setopt($ch, CURLOPT_POSTFIELDS, json_encode(['q' => $argv[1]]));",
      "echo curl_exec($ch);",
    ),
  }),
  row("Lua that formats a document", {
    "filter.lua": lines(
      "function Header(el)",
      "  if el.level == 1 then return pandoc.Para(el.content) end",
      "end",
      "local ok = os.execute('ls')",
    ),
  }),
  row("AppleScript that shows a message", {
    "note.applescript": lines(
      'display notification "Done" with title "Report"',
      'do shell script "open ~/Documents"',
    ),
  }),
  row("R that draws", {
    "plot.R": lines(
      "library(ggplot2)",
      "d <- read.csv('data.csv')",
      "source('theme.R')",
      "ggsave('p.png', ggplot(d, aes(x, y)) + geom_point())",
    ),
  }),
  row("Go that starts Git", {
    "main.go": lines(
      "package main",
      "import (",
      '\t"fmt"',
      '\t"os/exec"',
      ")",
      'func main() { out, _ := exec.Command("git", "log").Output(); fmt.Println(string(out)) }',
    ),
  }),
  row("Rust that builds with a script", {
    "build.rs": lines("fn main() {", '    println!("cargo:rerun-if-changed=src/a.proto");', "}"),
    "Cargo.toml": lines("[package]", 'name = "a"', "[dependencies]", 'serde = "1"'),
  }),
  row("PowerShell that calls a service", {
    "call.ps1": lines(
      '$headers = @{ Authorization = "Bearer $env:EXAMPLE_KEY" }',
      "$r = Invoke-RestMethod -Uri https://api.example.com/v1 -Method Post -Headers $headers -Body (@{ q = 'x' } | ConvertTo-Json)",
      "$r | ConvertTo-Json",
    ),
  }),
  row("PowerShell that downloads data and cleans up", {
    "get.ps1": lines(
      "Invoke-WebRequest -Uri https://example.com/data.csv -OutFile data.csv",
      "Import-Csv data.csv | Measure-Object",
      "Remove-Item -Recurse -Force .\\build",
      "Start-Process notepad.exe",
    ),
  }),
  row("PowerShell that decodes a picture", {
    "pic.ps1": lines(
      "$bytes = [Convert]::FromBase64String((Get-Content in.txt -Raw))",
      "[IO.File]::WriteAllBytes('out.png', $bytes)",
    ),
  }),
  row("a batch file that builds", {
    "build.bat": lines(
      "@echo off",
      "if exist build rd /s /q build",
      "del /q *.obj",
      "cl /O2 main.c",
      "start notepad readme.txt",
    ),
  }),
];
