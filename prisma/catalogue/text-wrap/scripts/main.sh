#!/usr/bin/env bash
# Wrap text to a display width; Chinese, Japanese and Korean characters count as two columns.
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

function integer(key, low, high, fallback) {
  if (!(key in KIND)) return fallback
  if (KIND[key] != "number" || VALUE[key] !~ /^[0-9]+$/ || VALUE[key] + 0 < low || VALUE[key] + 0 > high)
    fail(key " must be an integer from " low " to " high)
  return VALUE[key] + 0
}
function prefix(key) {
  if (!(key in KIND)) return ""
  if (KIND[key] != "string" || length(VALUE[key]) > 40 || VALUE[key] ~ /[\001-\037]/) fail(key " must be a text of at most 40 bytes on one line")
  return VALUE[key]
}
function code_point(char,   first) {
  first = ORD[substr(char, 1, 1)]
  if (first < 128) return first
  if (first < 224) return (first - 192) * 64 + ORD[substr(char, 2, 1)] - 128
  if (first < 240) return (first - 224) * 4096 + (ORD[substr(char, 2, 1)] - 128) * 64 + ORD[substr(char, 3, 1)] - 128
  return (first - 240) * 262144 + (ORD[substr(char, 2, 1)] - 128) * 4096 + (ORD[substr(char, 3, 1)] - 128) * 64 + ORD[substr(char, 4, 1)] - 128
}
function columns(code) {
  if ((code >= 768 && code <= 879) || (code >= 8203 && code <= 8207) || code == 65039) return 0
  if ((code >= 4352 && code <= 4447) || (code >= 11904 && code <= 42191) || (code >= 44032 && code <= 55203)) return 2
  if ((code >= 63744 && code <= 64255) || (code >= 65072 && code <= 65135) || (code >= 65281 && code <= 65376)) return 2
  return (code >= 65504 && code <= 65510) || (code >= 127744 && code <= 129791) || (code >= 131072 && code <= 262141) ? 2 : 1
}
function next_char(text, at,   byte) {
  byte = ORD[substr(text, at, 1)]
  return substr(text, at, byte < 192 ? 1 : byte < 224 ? 2 : byte < 240 ? 3 : 4)
}
function width_of(text,   at, char, sum) {
  for (at = 1; at <= length(text); at += length(char)) { char = next_char(text, at); sum += columns(code_point(char)) }
  return sum + 0
}
# A line may be broken next to a Chinese or Japanese character, but closing marks stay with what they close.
function breakable(code) { return (code >= 11904 && code <= 42191) || (code >= 63744 && code <= 64255) || (code >= 65281 && code <= 65376) }
function closing(char) { return index("、。，．！？；：）」』】〕》〉”’…", char) > 0 && length(char) == 3 }
function opening(char) { return index("（「『【〔《〈“‘", char) > 0 && length(char) == 3 }
# Splits one paragraph into pieces that are never broken: PIECE[], WIDTH[] and GAP[] (a blank stood before it).
function pieces(text,   n, at, char, code, gap, loose, wide, held) {
  n = 0; gap = 0; loose = 1; held = 0
  for (at = 1; at <= length(text); at += length(char)) {
    char = next_char(text, at); code = code_point(char)
    if (char == " ") { gap = 1; loose = 1; held = 0; continue }
    wide = breakable(code)
    if (n == 0 || gap || (!held && (loose || wide) && !closing(char))) { n++; PIECE[n] = ""; WIDTH[n] = 0; GAP[n] = gap }
    PIECE[n] = PIECE[n] char; WIDTH[n] += columns(code)
    gap = 0; held = opening(char); loose = wide && !held
  }
  return n
}
function flush() {
  if (LINE == "") return
  LINES++; OUT[LINES] = LEAD LINE
  if (LEAD_WIDTH + USED > LONGEST) LONGEST = LEAD_WIDTH + USED
  LINE = ""; USED = 0; LEAD = REST; LEAD_WIDTH = REST_WIDTH
}
# A piece wider than the line (a long address) is cut only when the caller asks for it.
function cut_piece(piece,   at, char, w) {
  for (at = 1; at <= length(piece); at += length(char)) {
    char = next_char(piece, at); w = columns(code_point(char))
    if (USED + w > MAX - LEAD_WIDTH && USED > 0) flush()
    LINE = LINE char; USED += w
  }
}
function fill(text, hard,   n, i, gap) {
  n = pieces(text); LINE = ""; USED = 0; LEAD = FIRST; LEAD_WIDTH = FIRST_WIDTH
  for (i = 1; i <= n; i++) {
    gap = GAP[i] && LINE != "" ? 1 : 0
    if (LINE != "" && USED + gap + WIDTH[i] > MAX - LEAD_WIDTH) { flush(); gap = 0 }
    if (hard && WIDTH[i] > MAX - LEAD_WIDTH) { cut_piece(PIECE[i]); continue }
    LINE = LINE (gap ? " " : "") PIECE[i]; USED += gap + WIDTH[i]
  }
  flush()
}
function main(   code, hard, total, raw, i, paragraph) {
  for (code = 1; code < 256; code++) ORD[CHR[code]] = code
  if (KIND["text"] != "string" || VALUE["text"] == "") fail("text must be a non-empty text")
  if (length(VALUE["text"]) > 60000) fail("text is longer than 60000 bytes; wrap it in parts")
  MAX = integer("width", 10, 200, 72)
  FIRST = prefix("first_indent"); REST = prefix("indent")
  FIRST_WIDTH = width_of(FIRST); REST_WIDTH = width_of(REST)
  if (FIRST_WIDTH > MAX - 8 || REST_WIDTH > MAX - 8) fail("the indents leave fewer than 8 columns for the text")
  if ("break_long" in KIND && KIND["break_long"] != "boolean") fail("break_long must be true or false")
  hard = VALUE["break_long"] == "true"
  gsub(/\r\n?/, "\n", VALUE["text"]); gsub(/\t/, " ", VALUE["text"])
  total = split(VALUE["text"], raw, "\n")
  for (i = 1; i <= total + 1; i++) {
    if (i <= total && raw[i] !~ /^ *$/) { paragraph = paragraph (paragraph == "" ? "" : " ") raw[i]; continue }
    if (paragraph != "") { fill(paragraph, hard); paragraph = ""; PARAGRAPHS++ }
    if (i < total && LINES > 0 && OUT[LINES] != "") { LINES++; OUT[LINES] = "" }  # several blank lines become one
  }
  while (LINES > 0 && OUT[LINES] == "") LINES--
  print "{\"text\":\""
  for (i = 1; i <= LINES; i++) { code = quote(OUT[i]); print (i > 1 ? "\\n" : "") substr(code, 2, length(code) - 2) }
  print "\",\"lines\":" (LINES + 0) ",\"paragraphs\":" (PARAGRAPHS + 0) ",\"longest\":" (LONGEST + 0) "}"
}
BEGIN {
  ORS = ""
  BAD_JSON = "stdin must hold one flat JSON object"
  TOO_LARGE = "the input is larger than 200000 bytes"
  read_input(200000)
  main()
  exit failed
}'
