// 由 Markdown 正文生成目录，锚点规则与常见代码托管站点一致，中文标题原样保留。
const MAX_BYTES = 400_000;
const MAX_CHARS = 100_000;
const MAX_HEADINGS = 1_000;

class InputError extends Error {}

/** 去掉标题里的行内标记，只留读者看到的文字。 */
function plainText(text) {
  return text
    .replace(/!\[([^\]]{0,500})\]\([^)]{0,1000}\)/g, "$1")
    .replace(/\[([^\]]{0,500})\](?:\([^)]{0,1000}\)|\[[^\]]{0,500}\])/g, "$1")
    .replace(/<\/?[A-Za-z][^>]{0,500}>/g, "")
    .replace(/`{1,5}([^`]{1,500})`{1,5}/g, "$1")
    .replace(/(\*{1,3}|~~)(?=\S)(.{1,500}?\S?)\1/g, "$2")
    .replace(/(^|\s)_{1,3}(?=\S)([^_]{1,500}?)_{1,3}(?=\s|$)/g, "$1$2")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .trim();
}

/** 小写，删去标点（保留连字符与下划线），空格换成连字符。 */
function slug(text) {
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "").replaceAll(" ", "-");
}

/** 同名标题依次加 -1、-2；若加上编号后仍与别的标题相同则继续加。 */
function uniqueSlug(base, used) {
  let count = used.get(base) ?? 0;
  let candidate = count === 0 ? base : `${base}-${count}`;
  while (used.has(candidate)) {
    count += 1;
    candidate = `${base}-${count}`;
  }
  used.set(base, count + (candidate === base ? 1 : 0));
  if (candidate !== base) used.set(candidate, 1);
  return candidate;
}

/** 逐行读取；代码块、HTML 注释与开头的元数据块里的 # 不是标题。 */
function readHeadings(markdown) {
  const lines = markdown.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  const headings = [];
  let fence = "";
  let comment = false;
  let start = 0;
  if (lines[0] === "---") start = Math.max(0, lines.indexOf("---", 1) + 1);
  for (let index = start; index < lines.length; index += 1) {
    const line = lines[index];
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    if (fence) {
      if (mark && mark[1].startsWith(fence) && !mark[2].trim()) fence = "";
      continue;
    }
    if (comment) {
      comment = !line.includes("-->");
      continue;
    }
    if (mark && !(mark[1].startsWith("`") && mark[2].includes("`"))) fence = mark[1];
    else if (/^ {0,3}<!--/.test(line)) comment = !line.includes("-->");
    else addHeading(headings, lines, index);
    if (headings.length > MAX_HEADINGS) throw new InputError(`标题超过 ${MAX_HEADINGS} 个`);
  }
  return headings;
}

function addHeading(headings, lines, index) {
  const atx = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/.exec(lines[index]);
  if (atx) {
    const text = (atx[2] ?? "").trim().replace(/(?:^|[ \t])#+$/, "");
    headings.push({ level: atx[1].length, text: plainText(text), line: index + 1 });
    return;
  }
  // 下划线式标题：上一行是普通文字，且不是列表、引用或表格
  const underline = /^ {0,3}(=+|-+)[ \t]*$/.exec(lines[index]);
  const above = lines[index - 1] ?? "";
  if (underline && above.trim() && !/^ {0,3}(?:#{1,6}\s|[-*+>|]|\d{1,9}[.)]\s|`{3}|~{3})|^ {4}|^ {0,3}[=-]+\s*$/.test(above)) {
    headings.push({ level: underline[1].startsWith("=") ? 1 : 2, text: plainText(above.trim()), line: index });
  }
}

function integer(value, name, low, high) {
  if (!Number.isInteger(value) || value < low || value > high) throw new InputError(`${name} 须为 ${low} 到 ${high} 的整数`);
  return value;
}

function run(payload) {
  const { markdown, style = "bullet", links = true } = payload;
  if (typeof markdown !== "string" || !markdown.trim()) throw new InputError("markdown 须为非空文本");
  if (markdown.length > MAX_CHARS) throw new InputError(`markdown 超过 ${MAX_CHARS} 个字符`);
  const min = integer(payload.min_level ?? 2, "min_level", 1, 6);
  const max = integer(payload.max_level ?? 4, "max_level", 1, 6);
  if (min > max) throw new InputError("min_level 不能大于 max_level");
  if (style !== "bullet" && style !== "ordered") throw new InputError('style 只能是 "bullet" 或 "ordered"');
  if (typeof links !== "boolean") throw new InputError("links 须为 true 或 false");

  const used = new Map();
  // 锚点编号要数全部标题，即使有些级别不进目录
  const headings = readHeadings(markdown).map((heading) => ({ ...heading, anchor: uniqueSlug(slug(heading.text), used) }));
  const chosen = headings.filter((heading) => heading.level >= min && heading.level <= max && heading.text);
  const top = Math.min(...chosen.map((heading) => heading.level));
  const step = style === "ordered" ? "   " : "  ";
  const toc = chosen.map(({ level, text, anchor }) => {
    const label = text.replace(/([\\[\]`*_<])/g, "\\$1");
    return `${step.repeat(level - top)}${style === "ordered" ? "1." : "-"} ${links ? `[${label}](#${anchor})` : label}`;
  });
  const skipped = headings.slice(1).flatMap((heading, index) => (heading.level > headings[index].level + 1
    ? [`第 ${heading.line} 行：标题从 ${headings[index].level} 级直接跳到 ${heading.level} 级`] : []));
  return { toc: toc.join("\n"), headings, warnings: skipped.slice(0, 20) };
}

async function readInput() {
  const chunks = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new InputError(`输入超过 ${MAX_BYTES} 字节`);
    chunks.push(chunk);
  }
  let payload;
  try {
    payload = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new InputError("标准输入必须是一个 JSON 对象");
  }
  if (payload === null || typeof payload !== "object" || Array.isArray(payload)) {
    throw new InputError("输入必须是 JSON 对象");
  }
  return payload;
}

let result;
try {
  result = run(await readInput());
} catch (problem) {
  if (!(problem instanceof InputError)) throw problem;
  result = { error: problem.message };
  process.exitCode = 1;
}
process.stdout.write(JSON.stringify(result));
