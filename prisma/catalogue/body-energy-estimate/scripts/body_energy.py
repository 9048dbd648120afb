"""体质指数与能量需要量估算：国内成人 BMI 分级、Mifflin-St Jeor 静息代谢、活动系数。"""
import json
import re
import sys
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal

MAX_BYTES = 20_000
# 活动系数：FAO/WHO/UNU 的体力活动水平分档，取各档常用值。
ACTIVITY = {"sedentary": ("久坐少动", "1.2"), "light": ("轻度活动", "1.375"), "moderate": ("中度活动", "1.55"),
            "active": ("较大活动量", "1.725"), "very_active": ("重体力或训练", "1.9")}
# 成人体重判定（WS/T 428-2013）：下限含，上限不含。
LEVELS = [("18.5", "体重过低"), ("24", "体重正常"), ("28", "超重"), (None, "肥胖")]
NUMBER = re.compile(r"[0-9]{1,3}(\.[0-9]{1,2})?\Z")


class InputError(ValueError):
    """调用方可以改正的问题。"""


def decimal_field(payload, key, low, high, unit):
    """接受 JSON 数字或文本；经文本转成十进制，免得 0.1 变成二进制近似值。"""
    value = payload.get(key)
    text = str(value) if type(value) in (int, float, str) else ""
    if not NUMBER.match(text) or not low <= Decimal(text) <= high:
        raise InputError(f"{key} 须为 {low} 到 {high} 之间的数（{unit}，最多两位小数）")
    return Decimal(text)


def rounded(value, step, mode=ROUND_HALF_UP):
    return value.quantize(Decimal(step), rounding=mode)


def estimate(payload):
    weight = decimal_field(payload, "weight_kg", 25, 300, "千克")
    height = decimal_field(payload, "height_cm", 100, 250, "厘米")
    age = payload.get("age")
    if type(age) is not int or not 18 <= age <= 100:
        raise InputError("age 须为 18 到 100 的整数；未成年人须用年龄别标准，本工具不作判定")
    sex = payload.get("sex")
    if sex not in ("male", "female"):
        raise InputError('sex 只能是 "male" 或 "female"（公式按生理性别区分）')
    activity = payload.get("activity", "sedentary")
    if activity not in ACTIVITY:
        raise InputError(f"activity 只能是 {'、'.join(ACTIVITY)}")

    metres = height / 100
    bmi = weight / (metres * metres)
    shown = rounded(bmi, "0.1")
    level = next(name for limit, name in LEVELS if limit is None or bmi < Decimal(limit))
    resting = 10 * weight + Decimal("6.25") * height - 5 * age + (5 if sex == "male" else -161)
    label, factor = ACTIVITY[activity]
    daily = resting * Decimal(factor)
    return {
        "bmi": float(shown),
        "level": level,
        # 下限进位、上限舍去（且不取到 24 本身），使区间内任何体重都判为“体重正常”
        "normal_weight_kg": {
            "min": float(rounded(Decimal("18.5") * metres**2, "0.1", ROUND_CEILING)),
            "max": float(rounded(24 * metres**2 - Decimal("0.001"), "0.1", ROUND_FLOOR)),
        },
        "resting_kcal": int(rounded(resting, "1")),
        "daily_kcal": int(rounded(daily, "1")),
        "activity": label,
        "notes": ["估算值，个体差异可达一成以上；孕期、哺乳期、运动员与慢性病患者不适用",
                  *(["体重过低，不提供减重建议；如有进食困扰请寻求专业帮助"] if level == "体重过低" else [])],
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
        result, code = estimate(read_input()), 0
    except InputError as problem:
        result, code = {"error": str(problem)}, 1
    sys.stdout.buffer.write(json.dumps(result, ensure_ascii=False).encode("utf-8", "replace"))
    return code


if __name__ == "__main__":
    sys.exit(main())
