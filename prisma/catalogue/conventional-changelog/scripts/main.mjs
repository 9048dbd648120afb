// 把约定式提交整理成变更日志，并推断下一个语义化版本。
const MAX_BYTES = 400_000;
const MAX_COMMITS = 500;
const MAX_LENGTH = 5_000;
const SECTIONS = [
  ["feat", "新增功能"], ["fix", "问题修复"], ["perf", "性能改进"], ["revert", "回退"], ["refactor", "代码重构"], ["docs", "文档"],
  ["style", "代码格式"], ["test", "测试"], ["build", "构建"], ["ci", "持续集成"], ["chore", "杂项"],
];
// 使用者看得到的变化才默认写进日志
const VISIBLE = new Set(["feat", "fix", "perf", "revert"]);
const HEADER = /^([a-zA-Z]{1,20})(?:\(([^()\n]{1,60})\))?(!)?[:：] *(\S.*)$/;
const FOOTER = /^BREAKING[ -]CHANGE: *(.+)$/m;
const VERSION = /^v?(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/;

class InputError extends Error {}

function parseCommit(entry, index) {
  const { message, hash = null } = typeof entry === "string" ? { message: entry } : (entry ?? {});
  if (typeof message !== "string" || !message.trim() || message.length > MAX_LENGTH) {
    throw new InputError(`commits[${index}] 须为不超过 ${MAX_LENGTH} 个字符的提交说明`);
  }
  if (hash !== null && !(typeof hash === "string" && /^[0-9a-fA-F]{7,64}$/.test(hash))) {
    throw new InputError(`commits[${index}].hash 须为 7 到 64 位十六进制`);
  }
  const text = message.trim().replaceAll("\r\n", "\n");
  const [first, ...rest] = text.split("\n");
  const header = HEADER.exec(first);
  if (!header) return { skipped: first.slice(0, 200) };
  const note = FOOTER.exec(rest.join("\n"))?.[1].trim() ?? null;
  return {
    type: header[1].toLowerCase(), scope: header[2]?.trim() ?? null, subject: header[4].trim().replace(/[。.]$/, ""),
    breaking: Boolean(header[3]) || note !== null, note, hash: hash?.slice(0, 7).toLowerCase() ?? null,
    references: [...new Set(text.match(/#\d{1,9}\b/g) ?? [])],
  };
}

/** 1.0.0 之前按惯例降一级：不兼容变更升次版本号，新增功能升修订号。 */
function nextVersion(current, commits) {
  const parsed = VERSION.exec(current);
  if (!parsed) throw new InputError("current_version 须为 1.2.3 形式的版本号（不含预发布标识）");
  const [major, minor, patch] = parsed.slice(1).map(Number);
  const breaking = commits.some((commit) => commit.breaking);
  const feature = commits.some((commit) => commit.type === "feat");
  const fix = commits.some((commit) => VISIBLE.has(commit.type));
  let bump = breaking ? "major" : feature ? "minor" : fix ? "patch" : "none";
  if (major === 0) bump = { major: "minor", minor: "patch" }[bump] ?? bump;
  const next = { major: [major + 1, 0, 0], minor: [major, minor + 1, 0], patch: [major, minor, patch + 1], none: [major, minor, patch] };
  return { bump, version: next[bump].join(".") };
}

function line(commit) {
  const scope = commit.scope ? `**${commit.scope}：**` : "";
  const tail = [...commit.references, ...(commit.hash ? [commit.hash] : [])];
  // 提交说明里已写明的编号不再重复
  const extra = tail.filter((item) => !commit.subject.includes(item));
  return `- ${scope}${commit.subject}${extra.length ? `（${extra.join("，")}）` : ""}`;
}

function render(title, commits, includeAll) {
  const blocks = [`## ${title}`];
  const breaking = commits.filter((commit) => commit.breaking);
  if (breaking.length) {
    blocks.push("### ⚠ 不兼容变更", breaking.map((commit) => (commit.note ? `${line(commit)}\n  ${commit.note}` : line(commit))).join("\n"));
  }
  for (const [type, name] of SECTIONS) {
    const chosen = commits.filter((commit) => commit.type === type);
    if (chosen.length && (includeAll || VISIBLE.has(type))) blocks.push(`### ${name}`, chosen.map(line).join("\n"));
  }
  const known = new Set(SECTIONS.map(([type]) => type));
  const others = commits.filter((commit) => !known.has(commit.type));
  if (others.length && includeAll) blocks.push("### 其他", others.map((commit) => `- ${commit.type}：${commit.subject}`).join("\n"));
  return blocks.join("\n\n") + "\n";
}

function run(payload) {
  const { commits: entries, current_version: current = "0.1.0", date = null, include_all: includeAll = false } = payload;
  if (!Array.isArray(entries) || entries.length < 1 || entries.length > MAX_COMMITS) {
    throw new InputError(`commits 须为 1 到 ${MAX_COMMITS} 条提交说明的列表`);
  }
  if (typeof current !== "string") throw new InputError("current_version 须为文本，如 \"1.2.3\"");
  if (date !== null && !(typeof date === "string" && /^\d{4}-\d{2}-\d{2}$/.test(date))) throw new InputError("date 须为 2026-01-31 形式");
  if (typeof includeAll !== "boolean") throw new InputError("include_all 须为 true 或 false");
  const parsed = entries.map(parseCommit);
  const commits = parsed.filter((commit) => commit.skipped === undefined);
  const { bump, version } = nextVersion(current, commits);
  const counts = {};
  for (const { type } of commits.toSorted((a, b) => (a.type < b.type ? -1 : 1))) counts[type] = (counts[type] ?? 0) + 1;
  return {
    version, bump, markdown: render(date ? `${version}（${date}）` : version, commits, includeAll),
    breaking: commits.filter((commit) => commit.breaking).length,
    counts, skipped: parsed.flatMap((commit) => (commit.skipped === undefined ? [] : [commit.skipped])),
  };
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
