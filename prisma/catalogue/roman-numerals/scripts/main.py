"""罗马数字与阿拉伯数字互转（1–3999），只接受规范写法。"""
import json
import re
import sys

MAX_BYTES = 20_000
MAX_VALUES = 200
PAIRS = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
         (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]
# 单字符的罗马数字（Ⅳ、Ⅻ 等）先展开成字母。
SINGLE = {0x2160 + i: text for i, text in enumerate("I II III IV V VI VII VIII IX X XI XII L C D M".split())}
SINGLE.update({code + 16: text for code, text in list(SINGLE.items())})


class InputError(ValueError):
    """调用方可以改正的问题。"""


def to_roman(number):
    text = ""
    for value, letters in PAIRS:
        text += letters * (number // value)
        number %= value
    return text


def to_number(text):
    """逐对贪心读取，再写回比较：IIII、IC、VX 之类的写法因此被拒绝。"""
    number, rest = 0, text
    for value, letters in PAIRS:
        while rest.startswith(letters):
            number += value
            rest = rest[len(letters):]
    return number if not rest and 1 <= number <= 3999 and to_roman(number) == text else None


def convert(raw):
    text = raw.strip().translate(SINGLE).upper()
    result = {"input": raw, "valid": False, "number": None, "roman": None, "reason": None}
    if re.fullmatch(r"[0-9]{1,6}", text):
        number = int(text)
        if not 1 <= number <= 3999:
            result["reason"] = "罗马数字只能表示 1 到 3999"
            return result
    elif re.fullmatch(r"[IVXLCDM]{1,20}", text):
        number = to_number(text)
        if number is None:
            result["reason"] = "不是规范写法（例如 4 写作 IV 而不是 IIII，99 写作 XCIX 而不是 IC）"
            return result
    else:
        result["reason"] = "只接受阿拉伯数字或字母 I V X L C D M"
        return result
    result.update(valid=True, number=number, roman=to_roman(number))
    return result


def run(payload):
    values = payload.get("values")
    if not isinstance(values, list) or not 1 <= len(values) <= MAX_VALUES:
        raise InputError(f"values 须为 1 到 {MAX_VALUES} 个文本的列表")
    for index, value in enumerate(values):
        if not isinstance(value, str) or len(value) > 40:
            raise InputError(f"values[{index}] 须为不超过 40 个字符的文本，数字也请写成文本")
    return {"results": [convert(value) for value in values]}


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
