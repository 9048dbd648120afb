#!/usr/bin/env bash
# 로그 글에서 수준별 건수와 자주 나온 오류를 요약한다.
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

function level_of(line,   lower) {
  # 대문자 낱말은 그대로, 소문자는 level=error 나 [error] 처럼 수준임이 드러날 때만 인정한다
  if (match(line, /(^|[^A-Za-z0-9_])(FATAL|CRITICAL|EMERG|ALERT|PANIC|ERROR|ERR|SEVERE|WARNING|WARN|NOTICE|INFO|DEBUG|TRACE)([^A-Za-z0-9_]|$)/)) ;
  else {
    lower = tolower(line)
    if (!match(lower, /(level|severity|lvl)"?[ ]*[=:][ ]*"?(fatal|critical|panic|error|err|warning|warn|notice|info|debug|trace)/) &&
        !match(lower, /[\[<(](fatal|critical|panic|error|err|warning|warn|notice|info|debug|trace)[\]>)]/)) return ""
  }
  LEVEL_END = RSTART + RLENGTH
  lower = tolower(substr(line, RSTART, RLENGTH))
  if (lower ~ /fatal|critical|emerg|alert|panic/) return "fatal"
  if (lower ~ /err|severe/) return "error"
  if (lower ~ /warn/) return "warn"
  if (lower ~ /debug/) return "debug"
  if (lower ~ /trace/) return "trace"
  return "info"
}
function time_of(line) {
  if (!match(line, /[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9][T ][0-9][0-9]:[0-9][0-9](:[0-9][0-9])?/)) return ""
  return substr(line, RSTART, RLENGTH)
}
# 번호와 주소만 다른 메시지를 한데 모으려고 숫자를 N으로 바꾼다
function message_of(line,   text) {
  text = substr(line, LEVEL_END)
  sub(/^[] \t:>)|,"}-]+/, "", text)
  gsub(/0x[0-9a-fA-F]+/, "N", text); gsub(/[0-9]+/, "N", text); gsub(/[ \t]+/, " ", text)
  return clip(text, 200)
}
function option(key, fallback) {
  if (!(key in KIND)) return fallback
  if (KIND[key] != "number" || VALUE[key] !~ /^[0-9]+$/ || VALUE[key] + 0 > 20) fail(key "은 0 이상 20 이하의 정수여야 합니다")
  return VALUE[key] + 0
}
function main(   lines, total, i, level, count, entries, unknown, more, first, last, time, message, groups, at, order, top, out, names, n, bad) {
  if (KIND["text"] != "string" || VALUE["text"] ~ /^[ \t\r\n]*$/) fail("text에 로그를 넣어 주세요")
  top = option("top", 5)
  gsub(/\r/, "", VALUE["text"]); sub(/\n+$/, "", VALUE["text"])
  total = split(VALUE["text"], lines, "\n")
  for (i = 1; i <= total; i++) {
    if (lines[i] ~ /^[ \t]*$/) continue
    level = level_of(lines[i])
    # 들여 쓴 줄과 Caused by는 앞선 항목의 호출 기록이다
    if (level == "" && entries && lines[i] ~ /^([ \t]|Caused by|Traceback|\.\.\.)/) { more++; continue }
    entries++
    time = time_of(lines[i])
    if (time != "") { if (first == "") first = time; last = time }
    if (level == "") { unknown++; continue }
    count[level]++
    if (level != "error" && level != "fatal") continue
    message = message_of(lines[i])
    if (!(message in at)) { at[message] = ++groups; order[groups] = message; line_of[groups] = i }
    times_of[at[message]]++
  }
  n = split("fatal error warn info debug trace", names, " ")
  for (i = 1; i <= n; i++) out = out (i > 1 ? "," : "") "\"" names[i] "\":" (count[names[i]] + 0)
  bad = count["fatal"] + count["error"]
  print "{\"lines\":" total ",\"entries\":" (entries + 0) ",\"levels\":{" out "},\"unknown\":" (unknown + 0)
  print ",\"continuation\":" (more + 0) ",\"error_percent\":" sprintf("%.1f", entries ? 100 * bad / entries : 0)
  print ",\"first_time\":" (first == "" ? "null" : quote(first)) ",\"last_time\":" (last == "" ? "null" : quote(last))
  print ",\"error_groups\":" (groups + 0) ",\"top_errors\":["
  for (n = 0; n < top && n < groups; n++) {
    level = 0
    for (i = 1; i <= groups; i++) if (!done[i] && (!level || times_of[i] > times_of[level])) level = i
    done[level] = 1
    print (n ? "," : "") "{\"message\":" quote(order[level]) ",\"count\":" times_of[level] ",\"first_line\":" line_of[level] "}"
  }
  print "]}"
}
BEGIN {
  ORS = ""
  BAD_JSON = "표준 입력은 중첩 없는 JSON 객체 하나여야 합니다"
  TOO_LARGE = "입력이 200000바이트를 넘습니다"
  read_input(200000)
  main()
  exit failed
}'
