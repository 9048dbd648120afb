"""金额转中文大写：按票据填写规定书写，并把大写读回数字核对。"""
import json
import re
import sys

MAX_BYTES = 20_000
MAX_AMOUNTS = 100
DIGITS = "零壹贰叁肆伍陆柒捌玖"
UNITS = ["", "拾", "佰", "仟"]
SECTIONS = ["", "万", "亿", "万亿"]
# 允许千分位逗号，但必须三位一组，否则 1,23 会被误读。
AMOUNT = re.compile(r"(-?)(?:[¥￥])?([0-9]{1,16}|[0-9]{1,3}(?:,[0-9]{3}){1,5})(?:\.([0-9]{1,2}))?\Z")


class InputError(ValueError):
    """调用方可以改正的问题。"""


def section_text(number):
    """四位一节的读法，节内连续的零只写一个，节尾的零不写。"""
    text, pending_zero = "", False
    for position in range(3, -1, -1):
        digit = number // 10**position % 10
        if digit == 0:
            pending_zero = bool(text)
            continue
        text += ("零" if pending_zero else "") + DIGITS[digit] + UNITS[position]
        pending_zero = False
    return text


def integer_text(number):
    text, gap = "", False
    for index in range(3, -1, -1):
        section = number // 10_000**index % 10_000
        if section == 0:
            gap = bool(text)
            continue
        # 上一节为零，或本节不足四位，中间补一个“零”
        zero = "零" if text and (gap or section < 1000) else ""
        # 万亿之后若亿节不为零，前面只写“万”，由亿节带出“亿”
        unit = "万" if index == 3 and number // 10**8 % 10_000 else SECTIONS[index]
        text += zero + section_text(section) + unit
        gap = False
    return text


def to_capitals(cents):
    yuan, jiao, fen = cents // 100, cents // 10 % 10, cents % 10
    text = integer_text(yuan) + "元" if yuan else ""
    if not jiao and not fen:
        return (text or "零元") + "整"
    if jiao:
        text += DIGITS[jiao] + "角"
    elif text:
        text += "零"
    return text + (DIGITS[fen] + "分" if fen else "整")


def from_capitals(text):
    """把大写读回“分”，只用于核对自己的输出。"""
    total, section, digit, cents = 0, 0, 0, 0
    for char in text:
        if char in DIGITS:
            digit = DIGITS.index(char)
        elif char in UNITS[1:]:
            section += digit * 10 ** UNITS.index(char)
            digit = 0
        elif char == "万":
            total += (section + digit) * 10_000
            section = digit = 0
        elif char == "亿":
            total = (total + section + digit) * 10**8
            section = digit = 0
        elif char == "元":
            cents, total, section, digit = (total + section + digit) * 100, 0, 0, 0
        elif char in "角分":
            cents += digit * (10 if char == "角" else 1)
            digit = 0
    return cents


def parse(raw, index):
    """金额文本换成整数“分”，带符号。"""
    match = AMOUNT.match(raw.strip()) if isinstance(raw, str) else None
    if not match:
        raise InputError(f"amounts[{index}] 不是金额：应为 1234.56 或 1,234.56 这样的文本，小数最多两位，整数最多 16 位")
    sign, integer, fraction = match.groups()
    cents = int(integer.replace(",", "")) * 100 + int((fraction or "0").ljust(2, "0"))
    return -cents if sign else cents


def describe(cents, prefix):
    size, minus = abs(cents), "-" if cents < 0 else ""
    capitals = to_capitals(size)
    if from_capitals(capitals) != size:
        raise InputError(f"{minus}{size} 分的大写核对不符，请勿使用并报告此数")
    return {"amount": f"{minus}{size // 100}.{size % 100:02d}", "grouped": f"{minus}¥{size // 100:,}.{size % 100:02d}",
            "capitals": prefix + ("负" if minus else "") + capitals}


def run(payload):
    amounts = payload.get("amounts")
    if not isinstance(amounts, list) or not 1 <= len(amounts) <= MAX_AMOUNTS:
        raise InputError(f"amounts 须为 1 到 {MAX_AMOUNTS} 个金额文本的列表")
    prefix = payload.get("prefix", "人民币")
    if prefix not in ("人民币", ""):
        raise InputError('prefix 只能是 "人民币" 或空文本')
    parsed = [parse(raw, index) for index, raw in enumerate(amounts)]
    if abs(sum(parsed)) >= 10**18:
        raise InputError("合计的整数部分超过 16 位，请分批换算")
    return {"results": [describe(cents, prefix) for cents in parsed], "total": describe(sum(parsed), prefix)}


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
