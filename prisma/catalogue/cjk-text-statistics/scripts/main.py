"""中日韩文本统计：按文字种类计数，估算阅读时间，并指出中英文标点混用。"""
import json
import re
import sys
from collections import Counter
from fractions import Fraction

MAX_BYTES = 400_000
MAX_CHARS = 30_000
HAN = (r"\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
       r"\U00020000-\U0002fa1f\U00030000-\U000323af")
CLASSES = {
    "han": re.compile(f"[{HAN}]"),
    "hiragana": re.compile(r"[\u3041-\u309f]"),
    "katakana": re.compile(r"[\u30a0-\u30ff\u31f0-\u31ff\uff66-\uff9f]"),
    "hangul": re.compile(r"[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]"),
    "latin_words": re.compile(r"[A-Za-z\u00c0-\u024f]+(?:['’-][A-Za-z\u00c0-\u024f]+)*"),
    "numbers": re.compile(r"[0-9\uff10-\uff19]+(?:[.,][0-9]+)*%?"),
    "full_width_punctuation": re.compile(r"[，。、；：？！“”‘’（）《》〈〉「」『』【】〔〕…—～·]"),
    "half_width_punctuation": re.compile(r"[!-/:-@\[-`{-~]"),
}
SENTENCE_END = re.compile(r"[。！？!?…]+|\.(?=\s|$)")
MIXED = [
    (re.compile(f"[{HAN}][,;:?!]"), "汉字后使用了半角标点"),
    (re.compile(f"[{HAN}]\\([^()]{{0,200}}[{HAN}]"), "中文里使用了半角括号"),
    (re.compile(r"[A-Za-z][，。；：？！](?=[A-Za-z])"), "英文之间使用了全角标点"),
    (re.compile(r"[，。；：！？]{2,}"), "标点重复"),
    (re.compile(r"\.{3,}"), "省略号应为“……”"),
]
# 阅读速度按常见的每分钟 400 个汉字、200 个英文单词折算。
HAN_PER_MINUTE, WORDS_PER_MINUTE = 400, 200


class InputError(ValueError):
    """调用方可以改正的问题。"""


def paragraphs(text):
    return [part for part in re.split(r"\n\s*\n|\n", text) if part.strip()]


def sentences(text):
    """以句末标点计数；没有句末标点的段落算一句。"""
    return sum(max(1, sum(1 for part in SENTENCE_END.split(block) if part.strip())) for block in paragraphs(text))


def frequent_bigrams(text, limit):
    counts = Counter()
    for run_of_han in re.findall(f"[{HAN}]+", text):
        counts.update(run_of_han[i:i + 2] for i in range(len(run_of_han) - 1))
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [{"text": pair, "count": count} for pair, count in ranked if count > 1][:limit]


def issues(text):
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        for pattern, message in MIXED:
            for match in pattern.finditer(line):
                found.append({"line": number, "column": match.start() + 1, "message": message,
                              "excerpt": line[max(0, match.start() - 3):match.end() + 3]})
    return sorted(found, key=lambda item: (item["line"], item["column"]))


def run(payload):
    text = payload.get("text")
    if not isinstance(text, str) or not text.strip():
        raise InputError("text 须为非空文本")
    if len(text) > MAX_CHARS:
        raise InputError(f"text 共 {len(text)} 个字符，上限为 {MAX_CHARS}")
    top = payload.get("top_bigrams", 5)
    if type(top) is not int or not 0 <= top <= 20:
        raise InputError("top_bigrams 须为 0 到 20 的整数")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    counts = {name: len(pattern.findall(text)) for name, pattern in CLASSES.items()}
    cjk = counts["han"] + counts["hiragana"] + counts["katakana"] + counts["hangul"]
    seconds = Fraction(60 * cjk, HAN_PER_MINUTE) + Fraction(60 * counts["latin_words"], WORDS_PER_MINUTE)
    found = issues(text)
    return {
        "characters": len(text),
        "characters_without_space": len(re.sub(r"\s", "", text)),
        # 与常见文字处理软件的“字数”一致：每个汉字算一字，每个英文单词、每个数字算一字
        "word_count": cjk + counts["latin_words"] + counts["numbers"],
        "counts": counts,
        "sentences": sentences(text),
        "paragraphs": len(paragraphs(text)),
        "reading_seconds": -(-seconds.numerator // seconds.denominator),
        "frequent_bigrams": frequent_bigrams(text, top),
        "issue_count": len(found),
        "issues": found[:50],
    }


def read_input():
    raw = sys.stdin.buffer.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise InputError(f"输入超过 {MAX_BYTES} 字节")
    try:
        payload = json.loads(raw)
    except (ValueError, RecursionError):
        raise InputError("标准输入必须是一个 JSON 对象") from None
    if not isinstance(payload, dict):
        raise InputError("输入必须是 JSON 对象")
    return payload


def main():
    try:
        result, code = run(read_input()), 0
    except InputError as problem:
        result, code = {"error": str(problem)}, 1
    sys.stdout.buffer.write(json.dumps(result, ensure_ascii=False).encode("utf-8", "replace"))
    return code


if __name__ == "__main__":
    sys.exit(main())
