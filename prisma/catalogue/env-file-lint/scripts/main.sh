#!/usr/bin/env bash
# Lint a .env file: syntax, duplicates, quoting and values that look like committed secrets.
# exec turns this shell into awk: no child process is started. Working on bytes (LC_ALL=C)
# makes every awk behave alike; non-ASCII text passes through untouched.
export LC_ALL=C
exec awk '
function fail(message) { print "{\"error\":" quote(message) "}"; failed = 1; exit 1 }
function replace_all(text, old, new,   out, at) {
  while ((at = index(text, old)) > 0) { out = out substr(text, 1, at - 1) new; text = substr(text, at + length(old)) }
  return out text
}
function quote(text,   code) {
  text = replace_all(replace_all(text, "\\", "\\\\"), "\"", "\\\"")
  if (text ~ /[\001-\037]/)
    for (code = 1; code < 32; code++) text = replace_all(text, CHR[code], sprintf("\\u%04x", code))
  return "\"" text "\""
}
# At most `limit` bytes, never ending inside a character.
function clip(text, limit) {
  if (length(text) <= limit) return text
  while (limit > 0 && substr(text, limit + 1, 1) ~ /[\200-\277]/) limit--
  return substr(text, 1, limit)
}
function skip_blank() { while (index(" \t\r\n", substr(SRC, POS, 1)) && POS <= LEN) POS++ }
function utf8(code) {
  if (code < 128) return CHR[code]
  if (code < 2048) return CHR[192 + int(code / 64)] CHR[128 + code % 64]
  if (code < 65536) return CHR[224 + int(code / 4096)] CHR[128 + int(code / 64) % 64] CHR[128 + code % 64]
  return CHR[240 + int(code / 262144)] CHR[128 + int(code / 4096) % 64] CHR[128 + int(code / 64) % 64] CHR[128 + code % 64]
}
function hex4(   digits, i, value) {
  digits = tolower(substr(SRC, POS, 4))
  if (digits !~ /^[0-9a-f][0-9a-f][0-9a-f][0-9a-f]$/) fail(BAD_JSON)
  for (i = 1; i <= 4; i++) value = value * 16 + index("0123456789abcdef", substr(digits, i, 1)) - 1
  POS += 4
  return value
}
function escape(   char, code, low) {
  char = substr(SRC, POS++, 1)
  if (index("\"\\/", char)) return char
  if (index("bfnrt", char)) return CHR[substr("08 12 10 13 09", 3 * index("bfnrt", char) - 2, 2) + 0]
  if (char != "u") fail(BAD_JSON)
  code = hex4()
  if (code >= 55296 && code < 56320 && substr(SRC, POS, 2) == "\\u") {
    POS += 2; low = hex4()
    if (low >= 56320 && low < 57344) return utf8(65536 + (code - 55296) * 1024 + low - 56320)
    POS -= 6  # not the other half: read it as a character of its own
  }
  if (code == 0 || (code >= 55296 && code < 57344)) return "\357\277\275"  # NUL, or half a surrogate pair
  return utf8(code)
}
function read_string(   out, window) {
  if (substr(SRC, POS++, 1) != "\"") fail(BAD_JSON)
  for (;;) {
    window = substr(SRC, POS, 256)
    if (window == "") fail(BAD_JSON)
    if (!match(window, /["\\\001-\037]/)) { out = out window; POS += length(window); continue }
    out = out substr(window, 1, RSTART - 1); POS += RSTART
    if (substr(window, RSTART, 1) == "\"") return out
    if (substr(window, RSTART, 1) != "\\") fail(BAD_JSON)
    out = out escape()
  }
}
function read_scalar(key,   window) {
  if (substr(SRC, POS, 1) == "\"") { KIND[key] = "string"; VALUE[key] = read_string(); return }
  window = substr(SRC, POS, 40)
  if (match(window, /^(true|false|null)/)) KIND[key] = substr(window, 1, RLENGTH) == "null" ? "null" : "boolean"
  else if (match(window, /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/)) KIND[key] = "number"
  else fail(BAD_JSON)
  VALUE[key] = substr(window, 1, RLENGTH); POS += RLENGTH
}
# One flat JSON object from stdin into KIND[] and VALUE[]; there are no nested values in this input.
function read_input(limit,   line, key, code) {
  for (code = 1; code < 256; code++) CHR[code] = sprintf("%c", code)
  while ((getline line) > 0) { SRC = SRC line "\n"; if (length(SRC) > limit) fail(TOO_LARGE) }
  POS = 1; LEN = length(SRC); skip_blank()
  if (substr(SRC, POS++, 1) != "{") fail(BAD_JSON)
  skip_blank()
  if (substr(SRC, POS, 1) == "}") POS++
  else for (;;) {
    skip_blank(); key = read_string(); skip_blank()
    if (substr(SRC, POS++, 1) != ":") fail(BAD_JSON)
    skip_blank(); read_scalar(key); skip_blank()
    line = substr(SRC, POS++, 1)
    if (line == "}") break
    if (line != ",") fail(BAD_JSON)
  }
  skip_blank()
  if (POS <= LEN) fail(BAD_JSON)
}

function found(line, severity, code, message) {
  if (++FINDINGS <= 200)
    REPORT = REPORT (FINDINGS > 1 ? "," : "") "{\"line\":" line ",\"severity\":\"" severity "\",\"code\":\"" code "\",\"message\":" quote(message) "}"
  COUNT[severity]++
}
# The value without its closing quote, or with STATE[] set when the quote goes on over the next lines.
function open_quote(value, mark,   at, char) {
  for (at = 2; at <= length(value); at++) {
    char = substr(value, at, 1)
    if (char == "\\" && mark == "\"") at++
    else if (char == mark) return at
  }
  return 0
}
function check_value(line, key, value,   mark, end, rest) {
  mark = substr(value, 1, 1)
  if (mark == "\"" || mark == "\047") {
    end = open_quote(value, mark)
    if (!end) { OPEN = mark; OPEN_LINE = line; OPEN_KEY = key; return }
    rest = substr(value, end + 1)
    if (rest !~ /^[ \t]*(#.*)?$/) found(line, "error", "AFTER_QUOTE", key ": there is text after the closing quote")
    check_secret(line, key, substr(value, 2, end - 2))
    return
  }
  if (value == "") { found(line, "info", "EMPTY_VALUE", key " has no value"); return }
  if (match(value, /[ \t]#/)) value = substr(value, 1, RSTART - 1)
  else if (index(value, "#")) found(line, "warning", "HASH_UNQUOTED", key ": some readers take # as the start of a comment; quote the value")
  sub(/[ \t]+$/, "", value)
  if (value ~ /[ \t]/) found(line, "warning", "BLANK_UNQUOTED", key ": a value with blanks needs quotes")
  if (value ~ /["\047`]/) found(line, "warning", "STRAY_QUOTE", key ": a quote inside an unquoted value")
  check_secret(line, key, value)
}
function check_secret(line, key, value) {
  if (value ~ /^-----BEGIN/) found(line, "warning", "PRIVATE_BLOCK", key " holds a PEM block; keep key material out of the file")
  else if (key ~ /(SECRET|PASSWORD|PASSWD|TOKEN|PRIVATE_KEY|API_?KEY|CREDENTIAL)/ && length(value) >= 8 && !placeholder(value))
    found(line, "warning", "SECRET_VALUE", key " looks like a real secret; commit only an example file with placeholders")
}
function placeholder(value) { return tolower(value) ~ /(change_?me|example|placeholder|your[-_ ]|xxxx|todo|dummy|\$\{|<.*>)/ }
function check_line(number, line,   key, value, at) {
  if (line ~ /^[ \t]*(#|$)/) return
  if (line ~ /[ \t]$/) found(number, "info", "TRAILING_BLANK", "blanks at the end of the line")
  sub(/^[ \t]+/, "", line)
  if (sub(/^export[ \t]+/, "", line)) found(number, "info", "EXPORT_PREFIX", "export is understood by shells, not by every reader")
  at = index(line, "=")
  if (!at) { found(number, "error", "NO_EQUALS", "the line has no = sign"); return }
  key = substr(line, 1, at - 1); value = substr(line, at + 1)
  if (key ~ /[ \t]$/ || value ~ /^[ \t]+[^ \t]/) found(number, "error", "BLANK_AROUND_EQUALS", "blanks around = are refused by shells")
  gsub(/^[ \t]+|[ \t]+$/, "", key); sub(/^[ \t]+/, "", value)
  if (key !~ /^[A-Za-z_][A-Za-z0-9_]*$/) { found(number, "error", "BAD_KEY", "not a variable name: " clip(key, 60)); return }
  if (key ~ /[a-z]/) found(number, "info", "LOWER_CASE", key " is not upper case")
  if (key in SEEN) found(number, "error", "DUPLICATE_KEY", key " was set on line " SEEN[key] " already; the later value wins")
  else { SEEN[key] = number; KEYS++ }
  check_value(number, key, value)
}
function main(   text, total, lines, i, end) {
  if (KIND["text"] != "string") fail("text must hold the contents of the file")
  text = VALUE["text"]
  if (length(text) > 60000) fail("text is longer than 60000 bytes")
  if (index(text, "\r")) { found(1, "warning", "CRLF", "carriage returns become part of the values in some readers; use LF"); gsub(/\r/, "", text) }
  if (sub(/^\357\273\277/, "", text)) found(1, "error", "BOM", "a byte order mark becomes part of the first name")
  total = split(text, lines, "\n")
  if (text != "" && lines[total] != "") found(total, "info", "NO_FINAL_NEWLINE", "the last line does not end with a line feed")
  for (i = 1; i <= total; i++) {
    if (OPEN == "") { check_line(i, lines[i]); continue }
    end = open_quote(" " lines[i], OPEN)
    if (end) { if (substr(lines[i], end) !~ /^[ \t]*(#.*)?$/) found(i, "error", "AFTER_QUOTE", OPEN_KEY ": there is text after the closing quote"); OPEN = "" }
  }
  if (OPEN != "") found(OPEN_LINE, "error", "UNCLOSED_QUOTE", OPEN_KEY ": the quote is never closed")
  print "{\"ok\":" (COUNT["error"] ? "false" : "true") ",\"keys\":" (KEYS + 0) ",\"errors\":" (COUNT["error"] + 0)
  print ",\"warnings\":" (COUNT["warning"] + 0) ",\"notes\":" (COUNT["info"] + 0) ",\"findings\":[" REPORT "]}"
}
BEGIN {
  ORS = ""
  BAD_JSON = "stdin must hold one flat JSON object"
  TOO_LARGE = "the input is larger than 200000 bytes"
  read_input(200000)
  main()
  exit failed
}'
