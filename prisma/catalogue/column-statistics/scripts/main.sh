#!/usr/bin/env bash
# 统计文本表格中某一列的数值：合计、均值、中位数、标准差与最值。
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
    fail(key " 须为 " low " 到 " high " 的整数")
  return VALUE[key] + 0
}
function number(value) { return sprintf("%.10g", value) }
# 带引号的逗号分隔单元格里可以有分隔符，不能直接 split
function cells(line, delimiter, out,   n, rest, at) {
  if (delimiter == " ") { gsub(/^[ \t]+|[ \t]+$/, "", line); return split(line, out, /[ \t]+/) }
  rest = line
  for (n = 1; ; n++) {
    if (match(rest, /^[ ]*"([^"]|"")*"[ ]*/) && (RLENGTH == length(rest) || substr(rest, RLENGTH + 1, 1) == delimiter)) {
      out[n] = substr(rest, 1, RLENGTH); gsub(/^[ ]*"|"[ ]*$/, "", out[n]); out[n] = replace_all(out[n], "\"\"", "\"")
      at = RLENGTH + 1
    } else {
      at = index(rest, delimiter); if (!at) at = length(rest) + 1
      out[n] = substr(rest, 1, at - 1)
    }
    if (at > length(rest)) return n
    rest = substr(rest, at + 1)
  }
}
function choose_delimiter(first) {
  if (index(first, "\t")) return "\t"
  if (index(first, ";")) return ";"
  return index(first, ",") ? "," : " "
}
# 数字允许千分位逗号与百分号；其余文字一律不计入
function is_number(text) { return text ~ /^[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?$/ }
function clean(text) {
  gsub(/^[ \t]+|[ \t]+$/, "", text)
  if (text ~ /^[-+]?[0-9][0-9]?[0-9]?(,[0-9][0-9][0-9])+(\.[0-9]+)?%?$/) gsub(/,/, "", text)
  if (text ~ /^[-+]?[0-9.]+%$/) sub(/%$/, "", text)
  return text
}
function sort_values(n,   gap, i, j, held) {
  for (gap = int(n / 2); gap > 0; gap = int(gap / 2))
    for (i = gap + 1; i <= n; i++) {
      held = SORTED[i]
      for (j = i - gap; j > 0 && SORTED[j] > held; j -= gap) SORTED[j + gap] = SORTED[j]
      SORTED[j + gap] = held
    }
}
function quantile(n, share,   at, low) {
  at = 1 + (n - 1) * share; low = int(at)
  return low >= n ? SORTED[n] : SORTED[low] + (at - low) * (SORTED[low + 1] - SORTED[low])
}
function main(   column, header, delimiter, total, lines, i, n, row, text, count, skipped, empty, sum, mean, spread, step, name, sample) {
  if (KIND["text"] != "string" || VALUE["text"] ~ /^[ \t\r\n]*$/) fail("text 须为非空的表格文本")
  column = integer("column", 1, 200, 1)
  if ("has_header" in KIND && KIND["has_header"] != "boolean") fail("has_header 须为 true 或 false")
  header = VALUE["has_header"] != "false"
  delimiter = ("delimiter" in KIND) ? VALUE["delimiter"] : "auto"
  if (delimiter != "auto" && delimiter != "," && delimiter != ";" && delimiter != "\t" && delimiter != " ")
    fail("delimiter 只能是 auto、逗号、分号、制表符或空格")
  gsub(/\r/, "", VALUE["text"]); sub(/^[\n]+/, "", VALUE["text"])
  total = split(VALUE["text"], lines, "\n")
  if (total > 20000) fail("行数超过 20000")
  if (delimiter == "auto") delimiter = choose_delimiter(lines[1])
  for (i = 1; i <= total; i++) {
    if (lines[i] ~ /^[ \t]*$/) continue
    n = cells(lines[i], delimiter, row)
    text = n >= column ? clean(row[column]) : ""
    if (header) { if (n < column) fail("表头只有 " n " 列，没有第 " column " 列"); name = text; header = 0; continue }
    if (text == "") { empty++; continue }
    if (!is_number(text)) { skipped++; if (sample == "") sample = text; continue }
    count++; text += 0; SORTED[count] = text; sum += text
    # 逐个更新均值与离差平方和，避免大数相减丢失精度
    step = text - mean; mean += step / count; spread += step * (text - mean)
  }
  if (!count) fail("第 " column " 列没有可统计的数值" (sample == "" ? "" : "，例如遇到的是：" clip(sample, 60)))
  sort_values(count)
  print "{\"column\":" column ",\"name\":" (name == "" ? "null" : quote(name)) ",\"count\":" count ",\"empty\":" (empty + 0)
  print ",\"not_numeric\":" (skipped + 0) ",\"sum\":" number(sum) ",\"mean\":" number(mean) ",\"min\":" number(SORTED[1])
  print ",\"p25\":" number(quantile(count, 0.25)) ",\"median\":" number(quantile(count, 0.5)) ",\"p75\":" number(quantile(count, 0.75))
  print ",\"max\":" number(SORTED[count]) ",\"stddev\":" (count > 1 ? number(sqrt(spread / (count - 1))) : "null") "}"
}
BEGIN {
  ORS = ""
  BAD_JSON = "标准输入必须是一个不含嵌套的 JSON 对象"
  TOO_LARGE = "输入超过 200000 字节"
  read_input(200000)
  main()
  exit failed
}'
