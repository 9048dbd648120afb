"""居民身份证号码校验：结构、行政区划省级码、出生日期与 GB 11643 校验码。"""
import json
import re
import sys
from datetime import date

MAX_BYTES = 40_000
MAX_NUMBERS = 200
WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
CHECK = "10X98765432"
PROVINCES = {
    "11": "北京市", "12": "天津市", "13": "河北省", "14": "山西省", "15": "内蒙古自治区", "21": "辽宁省", "22": "吉林省",
    "23": "黑龙江省", "31": "上海市", "32": "江苏省", "33": "浙江省", "34": "安徽省", "35": "福建省", "36": "江西省",
    "37": "山东省", "41": "河南省", "42": "湖北省", "43": "湖南省", "44": "广东省", "45": "广西壮族自治区",
    "46": "海南省", "50": "重庆市", "51": "四川省", "52": "贵州省", "53": "云南省", "54": "西藏自治区", "61": "陕西省",
    "62": "甘肃省", "63": "青海省", "64": "宁夏回族自治区", "65": "新疆维吾尔自治区", "71": "台湾省（历史发放）",
    "81": "香港居民居住证", "82": "澳门居民居住证", "83": "台湾居民居住证",
}


class InputError(ValueError):
    """调用方可以改正的问题。"""


def check_digit(first17):
    return CHECK[sum(int(digit) * weight for digit, weight in zip(first17, WEIGHTS)) % 11]


def real_date(text):
    try:
        return date(int(text[:4]), int(text[4:6]), int(text[6:8]))
    except ValueError:
        return None


def masked(number):
    """只留前六位与末四位，结果可以写进日志。"""
    return number[:6] + "*" * (len(number) - 10) + number[-4:] if len(number) > 10 else "*" * len(number)


def age_on(born, day):
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def check(raw, on_date):
    number = re.sub(r"[\s-]", "", raw).upper()
    result = {"masked": masked(number), "valid": False, "reason": None, "province": None,
              "birth_date": None, "sex": None, "age": None, "upgraded": False}
    if re.fullmatch(r"[0-9]{15}", number):
        # 第一代号码没有校验码，年份只有两位；补 19 与校验码即得第二代号码
        number = number[:6] + "19" + number[6:]
        number += check_digit(number)
        result["upgraded"], result["masked"] = True, masked(number)
    if not re.fullmatch(r"[0-9]{17}[0-9X]", number):
        result["reason"] = "应为 18 位（末位可为 X）或 15 位数字"
        return result
    result["province"] = PROVINCES.get(number[:2])
    if result["province"] is None:
        result["reason"] = f"省级行政区划代码 {number[:2]} 不存在"
        return result
    born = real_date(number[6:14])
    if born is None or born.year < 1850:
        result["reason"] = "第 7 至 14 位不是真实的出生日期"
        return result
    result["birth_date"] = born.isoformat()
    result["sex"] = "男" if int(number[16]) % 2 else "女"
    expected = check_digit(number[:17])
    if number[17] != expected:
        result["reason"] = f"校验码应为 {expected}，实为 {number[17]}"
        return result
    if on_date:
        if born > on_date:
            result["reason"] = "出生日期晚于给定的核验日期"
            return result
        result["age"] = age_on(born, on_date)
    result["valid"] = True
    return result


def run(payload):
    numbers = payload.get("numbers")
    if not isinstance(numbers, list) or not 1 <= len(numbers) <= MAX_NUMBERS:
        raise InputError(f"numbers 须为 1 到 {MAX_NUMBERS} 个号码文本的列表")
    if any(not isinstance(number, str) or len(number) > 40 for number in numbers):
        raise InputError("numbers 中每一项须为不超过 40 个字符的文本（数字会丢失末位 X 与精度）")
    on_date = None
    if "on_date" in payload:
        text = payload["on_date"]
        matched = isinstance(text, str) and re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text)
        on_date = real_date(text.replace("-", "")) if matched else None
        if on_date is None:
            raise InputError("on_date 须为 2026-01-31 这样的真实日期")
    results = [check(number, on_date) for number in numbers]
    return {"results": results, "valid_count": sum(result["valid"] for result in results)}


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
