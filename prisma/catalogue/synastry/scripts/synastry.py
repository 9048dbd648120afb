"""合盘：两人出生时刻的行星黄经两两相比，列出落在容许度内的相位。"""
import json
import sys
from datetime import datetime, timedelta

import sky

MAX_BYTES = 20_000
# 相位：名称、角度、容许度（度）、性质。
ASPECTS = (("合", 0, 8, "合"), ("六分", 60, 4, "和谐"), ("刑", 90, 6, "紧张"), ("拱", 120, 6, "和谐"), ("冲", 180, 8, "紧张"))


class InputError(ValueError):
    """调用方可以改正的问题。"""


def read_birth(payload, key):
    """一个人的出生时刻，世界时。"""
    person = payload.get(key)
    if not isinstance(person, dict):
        raise InputError(f"{key} 必须是含 birth_time 的对象")
    try:
        local = datetime.strptime(person["birth_time"], "%Y-%m-%dT%H:%M")
    except (KeyError, TypeError, ValueError):
        raise InputError(f"{key}.birth_time 必须写成 1990-05-15T10:30 这样的当地钟表时") from None
    if not datetime(1900, 1, 2) <= local < datetime(2050, 1, 1):
        raise InputError(f"{key}.birth_time 须在 1900 年 1 月 2 日至 2049 年之间")
    offset = person.get("utc_offset_minutes", 480)
    if type(offset) is not int or not -720 <= offset <= 840:
        raise InputError(f"{key}.utc_offset_minutes 必须是 -720 到 840 的整数，北京时间为 480")
    return local - timedelta(minutes=offset)


def find_aspects(first, second):
    """容许度内的相位，最紧密的在前。"""
    found = []
    for one in sky.BODIES:
        for other in sky.BODIES:
            apart = abs((first[one] - second[other] + 180) % 360 - 180)
            for name, angle, allowed, kind in ASPECTS:
                if abs(apart - angle) <= allowed:
                    found.append({"first": one, "second": other, "aspect": name, "kind": kind,
                                  "orb": round(abs(apart - angle), 1)})
    return sorted(found, key=lambda item: (item["orb"], item["first"], item["second"]))


def run(payload):
    first, second = (sky.longitudes(read_birth(payload, key)) for key in ("first", "second"))
    aspects = find_aspects(first, second)
    counts = {kind: sum(item["kind"] == kind for item in aspects) for kind in ("合", "和谐", "紧张")}
    return {"aspects": aspects, "counts": counts, "compared": len(sky.BODIES) ** 2}


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
