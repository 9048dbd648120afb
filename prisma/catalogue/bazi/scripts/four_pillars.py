"""四柱干支排盘：年柱以立春换年，月柱以节换月，日柱由儒略日推算，时柱五鼠遁。

节气时刻由太阳视黄经求得：VSOP87 地球黄经截断级数，加章动与光行差，
因此不依赖任何历书数据；与完整星历比较，误差不超过一分半钟。
"""
import json
import math
import sys
from datetime import datetime, timedelta

MAX_BYTES = 20_000
STEMS, BRANCHES = "甲乙丙丁戊己庚辛壬癸", "子丑寅卯辰巳午未申酉戌亥"
STEM_ELEMENTS = "木木火火土土金金水水"
BRANCH_ELEMENTS = "水土木木土火火土金金土水"
ZODIAC = "鼠牛虎兔龙蛇马羊猴鸡狗猪"
NAYIN = ("海中金 炉中火 大林木 路旁土 剑锋金 山头火 涧下水 城头土 白蜡金 杨柳木 泉中水 屋上土 霹雳火 松柏木 长流水 "
         "沙中金 山下火 平地木 壁上土 金箔金 覆灯火 天河水 大驿土 钗钏金 桑柘木 大溪水 沙中土 天上火 石榴木 大海水").split()
# 十二节，按太阳黄经 315°（立春）起，每节 30°；序号即月支从寅月起的次序。
JIE = "立春 惊蛰 清明 立夏 芒种 小暑 立秋 白露 寒露 立冬 大雪 小寒".split()

# VSOP87 地球黄经（振幅 1e-8 弧度、初相、角速度），截去对分钟精度无影响的小项。
L0 = ((175347046, 0, 0), (3341656, 4.6692568, 6283.07585), (34894, 4.6261, 12566.1517),
      (3497, 2.7441, 5753.3849), (3418, 2.8289, 3.5231), (3136, 3.6277, 77713.7715),
      (2676, 4.4181, 7860.4194), (2343, 6.1352, 3930.2097), (1324, 0.7425, 11506.7698),
      (1273, 2.0371, 529.691), (1199, 1.1096, 1577.3435), (990, 5.233, 5884.927), (902, 2.045, 26.298),
      (857, 3.508, 398.149), (780, 1.179, 5223.694), (753, 2.533, 5507.553), (505, 4.583, 18849.228),
      (492, 4.205, 775.523), (357, 2.92, 0.067), (317, 5.849, 11790.629), (284, 1.899, 796.298),
      (271, 0.315, 10977.079), (243, 0.345, 5486.778), (206, 4.806, 2544.314), (205, 1.869, 5573.143),
      (202, 2.458, 6069.777), (156, 0.833, 213.299), (132, 3.411, 2942.463), (126, 1.083, 20.775),
      (115, 0.645, 0.98), (103, 0.636, 4694.003), (102, 0.976, 15720.839), (102, 4.267, 7.114))
L1 = ((628331966747, 0, 0), (206059, 2.678235, 6283.07585), (4303, 2.6351, 12566.1517),
      (425, 1.59, 3.523), (119, 5.796, 26.298), (109, 2.966, 1577.344), (93, 2.59, 18849.23),
      (72, 1.14, 529.69), (68, 1.87, 398.15), (67, 4.41, 5507.55))
L2 = ((52919, 0, 0), (8720, 1.0721, 6283.0758), (309, 0.867, 12566.152))
# 地球时减世界时（秒），十年一点，线性内插；2030 年以后为外推。
DELTA_T = (-3, 10, 21, 24, 24, 29, 33, 40, 51, 57, 64, 66, 69, 71, 76, 82, 89, 97, 105, 114, 124)
J2000 = datetime(2000, 1, 1, 12)


class InputError(ValueError):
    """调用方可以改正的问题。"""


def solar_longitude(moment_utc):
    """太阳视黄经（度，0–360）。"""
    decade = (moment_utc.year - 1900 + moment_utc.timetuple().tm_yday / 366) / 10
    index = min(max(int(decade), 0), len(DELTA_T) - 2)
    delta = DELTA_T[index] + (DELTA_T[index + 1] - DELTA_T[index]) * (decade - index)
    days = (moment_utc - J2000).total_seconds() / 86400 + delta / 86400
    t = days / 365250  # 儒略千年
    series = [sum(a * math.cos(b + c * t) for a, b, c in part) for part in (L0, L1, L2)]
    longitude = math.degrees((series[0] + t * (series[1] + t * series[2])) * 1e-8) + 180
    century = t * 10
    node = math.radians(125.04452 - 1934.136261 * century)
    mean_sun = math.radians(280.4665 + 36000.7698 * century)
    nutation = -17.2 * math.sin(node) - 1.32 * math.sin(2 * mean_sun)
    anomaly = math.radians(357.52911 + 35999.05029 * century)
    aberration = -20.4898 * (1 + 0.0167 * math.cos(anomaly))
    fk5 = -0.09033  # VSOP87 动力学分点归算到 FK5
    return (longitude + (nutation + aberration + fk5) / 3600) % 360


def jie_moment(year, index):
    """公历某年第 index 个节（0 为立春，11 为次年小寒）的世界时。"""
    target = (315 + 30 * index) % 360
    moment = datetime(year, 2, 4, 12) + timedelta(days=30.4368 * index)
    for _ in range(20):
        gap = (target - solar_longitude(moment) + 180) % 360 - 180
        moment += timedelta(days=gap * 365.2422 / 360)
        if abs(gap) < 1e-7:
            break
    return moment


def pillar(number):
    stem, branch = number % 10, number % 12
    return {"ganzhi": STEMS[stem] + BRANCHES[branch], "gan": STEMS[stem], "zhi": BRANCHES[branch],
            "wuxing": STEM_ELEMENTS[stem] + BRANCH_ELEMENTS[branch], "nayin": NAYIN[number % 60 // 2]}


def combine(stem, branch):
    """天干、地支序号合成六十甲子序号。"""
    return (6 * stem - 5 * branch) % 60


def compute(local, offset_minutes, day_boundary):
    """四柱与换月所据的节；local 为当地钟表时。"""
    utc = local - timedelta(minutes=offset_minutes)
    year = local.year if utc >= jie_moment(local.year, 0) else local.year - 1
    month = max(index for index in range(12) if index == 0 or utc >= jie_moment(year, index))
    previous, following = jie_moment(year, month), jie_moment(year + (month == 11), (month + 1) % 12)

    year_number = (year - 4) % 60
    month_number = combine((year_number % 5 * 2 + 2 + month) % 10, (month + 2) % 12)
    hour_branch = (local.hour + 1) // 2 % 12
    # 公历序数加 14 再对 60 取余，即日干支序号（1949-10-01 为甲子日）
    day_number = (local.toordinal() + 14) % 60
    next_day = (day_number + 1) % 60
    if day_boundary == "23:00" and local.hour == 23:
        day_number = next_day
    # 夜子时的时干一律从次日起，两派相同，只有日柱不同
    hour_day = next_day if local.hour == 23 else (local.toordinal() + 14) % 60
    hour_number = combine((hour_day % 5 * 2 + hour_branch) % 10, hour_branch)

    pillars = {"year": pillar(year_number), "month": pillar(month_number),
               "day": pillar(day_number), "hour": pillar(hour_number)}
    counts = {element: 0 for element in "木火土金水"}
    for item in pillars.values():
        for element in item["wuxing"]:
            counts[element] += 1
    gaps = [abs((utc - moment).total_seconds()) for moment in (previous, following)]

    def shown(moment):
        return (moment + timedelta(minutes=offset_minutes, seconds=30)).strftime("%Y-%m-%dT%H:%M")

    return {"bazi": " ".join(item["ganzhi"] for item in pillars.values()), "pillars": pillars,
            "zodiac": ZODIAC[year_number % 12], "day_master": pillars["day"]["gan"], "wuxing_count": counts,
            "jieqi": {"previous": {"name": JIE[month], "time": shown(previous)},
                      "next": {"name": JIE[(month + 1) % 12], "time": shown(following)}},
            "near_boundary": min(gaps) < 120}


def run(payload):
    try:
        local = datetime.strptime(payload["birth_time"], "%Y-%m-%dT%H:%M")
    except (KeyError, TypeError, ValueError):
        raise InputError("birth_time 必须写成 1990-05-15T10:30 这样的当地钟表时") from None
    if not datetime(1900, 1, 1) <= local < datetime(2101, 1, 1):
        raise InputError("birth_time 须在 1900 年至 2100 年之间")
    offset = payload.get("utc_offset_minutes", 480)
    if type(offset) is not int or not -720 <= offset <= 840:
        raise InputError("utc_offset_minutes 必须是 -720 到 840 的整数，北京时间为 480")
    boundary = payload.get("day_boundary", "23:00")
    if boundary not in ("23:00", "00:00"):
        raise InputError('day_boundary 只能是 "23:00" 或 "00:00"')
    return compute(local, offset, boundary)


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
