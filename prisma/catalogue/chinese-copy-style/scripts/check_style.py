"""逐行检查中文排版：从标准输入读文案，把提示写到标准输出，不改动任何内容。"""
import re
import sys

MAX_LINES = 5_000
HAN = "[\u3400-\u9fff]"
RULES = [
    (re.compile(f"{HAN}[A-Za-z0-9]|[A-Za-z0-9]{HAN}"), "汉字与英文或数字之间缺少空格"),
    (re.compile(f"{HAN}[,;:!?]"), "汉字之后使用了半角标点"),
    (re.compile(f"{HAN}\\("), "汉字之后使用了半角括号"),
    (re.compile("[，。！？；：]{2,}"), "标点重复"),
    (re.compile(f"{HAN}\\.{{2,}}|。{{2,}}"), "省略号应写作“……”"),
    (re.compile(" [，。！？；：、）”]|[（“] "), "全角标点旁多了空格"),
    (re.compile(r"\b(?:github|Github|javascript|Javascript|iphone|Iphone|Mysql|Ios)\b"), "专有名词大小写"),
]


def main():
    count = 0
    for number, line in enumerate(sys.stdin, 1):
        if number > MAX_LINES:
            print(f"只检查前 {MAX_LINES} 行", file=sys.stderr)
            break
        # 行内代码和网址里的写法保持原样；用等长的占位符替换，列号才不会错
        text = re.sub(r"`[^`]*`|https?://\S+", lambda match: "·" * len(match.group()), line.rstrip("\n"))
        for pattern, message in RULES:
            for match in pattern.finditer(text):
                count += 1
                print(f"{number}:{match.start() + 1} {message}：{match.group()}")
    print(f"共 {count} 处提示", file=sys.stderr)


if __name__ == "__main__":
    main()
