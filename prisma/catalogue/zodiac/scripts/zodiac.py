"""星座命盘：由出生时刻推算日、月、行星所在的回归黄道星座；有出生地时并求上升星座。"""
import json
import sys
from datetime import datetime, timedelta

import sky

MAX_BYTES = 20_000
SIGNS = "白羊 金牛 双子 巨蟹 狮子 处女 天秤 天蝎 射手 摩羯 水瓶 双鱼".split()
ELEMENTS = "火土风水"
MODES = ("本位", "固定", "变动")
# 与星座交界的距离小于此值（度）时，差一点时刻就可能换座。
NEAR = {"太阳": 0.05, "月亮": 0.6, "上升": 2.0}
NEAR_ELSE = 0.3


class InputError(ValueError):
    """调用方可以改正的问题。"""


def number(payload, key, low, high):
    value = payload.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
        raise InputError(f"{key} 必须是 {low} 到 {high} 的数")
    return value


def read_birth(payload):
    """出生时刻（世界时）与出生地；三个键见 SKILL.md。"""
    try:
        local = datetime.strptime(payload["birth_time"], "%Y-%m-%dT%H:%M")
    except (KeyError, TypeError, ValueError):
        raise InputError("birth_time 必须写成 1990-05-15T10:30 这样的当地钟表时") from None
    if not datetime(1900, 1, 2) <= local < datetime(2050, 1, 1):
        raise InputError("birth_time 须在 1900 年 1 月 2 日至 2049 年之间")
    offset = payload.get("utc_offset_minutes", 480)
    if type(offset) is not int or not -720 <= offset <= 840:
        raise InputError("utc_offset_minutes 必须是 -720 到 840 的整数，北京时间为 480")
    latitude, longitude = number(payload, "latitude", -66, 66), number(payload, "longitude", -180, 180)
    if (latitude is None) != (longitude is None):
        raise InputError("latitude 与 longitude 须一起给出")
    return local - timedelta(minutes=offset), latitude, longitude


def position(name, degrees):
    hundredths = int(degrees * 100 + 1e-9)
    sign, inside = hundredths // 3000 % 12, hundredths % 3000 / 100
    near = min(degrees % 30, 30 - degrees % 30) < NEAR.get(name, NEAR_ELSE)
    return {"body": name, "sign": SIGNS[sign] + "座", "degree": inside, "near_boundary": near}


def run(payload):
    utc, latitude, longitude = read_birth(payload)
    found = sky.longitudes(utc)
    positions = [position(name, found[name]) for name in sky.BODIES]
    rising = None if latitude is None else position("上升", sky.ascendant(utc, latitude, longitude))
    elements, modes = dict.fromkeys(ELEMENTS, 0), dict.fromkeys(MODES, 0)
    for name in sky.BODIES:
        sign = int(found[name] // 30)
        elements[ELEMENTS[sign % 4]] += 1
        modes[MODES[sign % 3]] += 1
    return {"sun_sign": positions[0]["sign"], "moon_sign": positions[1]["sign"],
            "rising_sign": None if rising is None else rising["sign"],
            "positions": positions + ([] if rising is None else [rising]),
            "elements": elements, "modes": modes}


def main():
    raw = sys.stdin.buffer.read(MAX_BYTES + 1)
    try:
        payload = json.loads(raw) if len(raw) <= MAX_BYTES else None
        if not isinstance(payload, dict):
            raise InputError(f"标准输入必须是一个不超过 {MAX_BYTES} 字节的 JSON 对象")
        result, code = run(payload), 0
    except InputError as problem:
        result, code = {"error": str(problem)}, 1
    except (ValueError, RecursionError):
        result, code = {"error": "标准输入必须是一个 JSON 对象"}, 1
    sys.stdout.buffer.write(json.dumps(result, ensure_ascii=False).encode("utf-8", "replace"))
    return code


if __name__ == "__main__":
    sys.exit(main())
