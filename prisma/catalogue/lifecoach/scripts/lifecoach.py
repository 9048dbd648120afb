"""生命教练：生命之轮的差距、习惯记录的连续与趋势，以及“如果…就…”的下一步。"""
import json
import sys

MAX_BYTES = 20_000
MAX_AREAS, MAX_DAYS, MAX_TEXT = 12, 366, 60


class InputError(ValueError):
    """调用方可以改正的问题。"""


def whole(value, what, low, high):
    if type(value) is not int or not low <= value <= high:
        raise InputError(f"{what} 必须是 {low} 到 {high} 的整数")
    return value


def text(value, what):
    if not isinstance(value, str) or not value.strip() or len(value) > MAX_TEXT:
        raise InputError(f"{what} 必须是 1 到 {MAX_TEXT} 字的文字")
    return value.strip()


def read_areas(value):
    if not isinstance(value, list) or not 2 <= len(value) <= MAX_AREAS:
        raise InputError(f"areas 须有 2 到 {MAX_AREAS} 个方面")
    areas = []
    for index, item in enumerate(value):
        if not isinstance(item, dict):
            raise InputError(f"areas[{index}] 必须是对象")
        areas.append((text(item.get("name"), f"areas[{index}].name"),
                      whole(item.get("importance"), f"areas[{index}].importance", 1, 10),
                      whole(item.get("satisfaction"), f"areas[{index}].satisfaction", 1, 10)))
    if len({name for name, _, _ in areas}) < len(areas):
        raise InputError("areas 中的名称不能重复")
    return areas


def compare_areas(areas):
    """每个方面的加权差距：重要程度 ×（10 − 满意程度），最大的在前。"""
    rows = [{"name": name, "importance": importance, "satisfaction": satisfaction,
             "gap": importance * (10 - satisfaction)} for name, importance, satisfaction in areas]
    return sorted(rows, key=lambda row: -row["gap"])


def streaks(days):
    """现在与最长的连续天数。"""
    longest = current = 0
    for done in days:
        current = current + 1 if done else 0
        longest = max(longest, current)
    return current, longest


def follow_habit(value):
    """习惯记录的完成率、连续天数，以及后一半与前一半之差（百分点）；没有记录时为 null。"""
    if value is None:
        return None
    if not isinstance(value, dict):
        raise InputError("habit 必须是对象")
    days = value.get("days")
    if not isinstance(days, list) or not 1 <= len(days) <= MAX_DAYS or any(type(day) is not bool for day in days):
        raise InputError(f"habit.days 必须是 1 到 {MAX_DAYS} 个 true 或 false，最早的在前")
    current, longest = streaks(days)
    half = len(days) // 2
    rate = lambda part: 100 * sum(part) / len(part)
    change = round(rate(days[-half:]) - rate(days[:half])) if half else None
    return {"name": text(value.get("name"), "habit.name"), "days": len(days), "done": sum(days),
            "rate_percent": round(rate(days)), "current_streak": current, "longest_streak": longest,
            "change_points": change}


def next_step(areas, habit):
    """一条执行意图：从最大的差距出发，步子按完成率定。"""
    focus = areas[0]["name"]
    if habit is None:
        return f"如果今天有十分钟空闲，就为“{focus}”写下一件本周能做完的小事。"
    size = "把它减半" if habit["rate_percent"] < 50 else "照原样做" if habit["rate_percent"] < 85 else "加一点难度"
    return f"如果到了平常做“{habit['name']}”的时候，就{size}；本周再为“{focus}”留出一个固定的时段。"


def run(payload):
    areas = compare_areas(read_areas(payload.get("areas")))
    habit = follow_habit(payload.get("habit"))
    average = sum(row["satisfaction"] for row in areas) / len(areas)
    return {"areas": areas, "focus": areas[0]["name"], "average_satisfaction": round(average, 1),
            "habit": habit, "next_step": next_step(areas, habit)}


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
