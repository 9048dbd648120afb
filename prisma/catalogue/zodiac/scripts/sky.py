"""日、月与六颗行星的视位置（回归黄道，度）。

太阳与行星：E. M. Standish《Keplerian Elements for Approximate Positions of the Major Planets》表 1
（JPL，1800–2050 年）。月亮：J. Meeus《Astronomical Algorithms》第 47 章黄经主要周期项。
误差：太阳约 0.01°，月亮约 0.02°，水星、金星、火星约 0.02°，木星、土星约 0.2° 以内。
"""
import math
from datetime import datetime

J2000 = datetime(2000, 1, 1, 12)
# 地球时减世界时（秒），1900 年起十年一点，线性内插。
DELTA_T = (-3, 10, 21, 24, 24, 29, 33, 40, 51, 57, 64, 66, 69, 71, 76, 82)
# 半长径（天文单位）、偏心率、倾角、平黄经、近日点黄经、升交点黄经；第二行为每儒略世纪的变化。
ELEMENTS = {
    "水星": ((0.38709927, 0.20563593, 7.00497902, 252.25032350, 77.45779628, 48.33076593),
             (0.00000037, 0.00001906, -0.00594749, 149472.67411175, 0.16047689, -0.12534081)),
    "金星": ((0.72333566, 0.00677672, 3.39467605, 181.97909950, 131.60246718, 76.67984255),
             (0.00000390, -0.00004107, -0.00078890, 58517.81538729, 0.00268329, -0.27769418)),
    "地球": ((1.00000261, 0.01671123, -0.00001531, 100.46457166, 102.93768193, 0.0),
             (0.00000562, -0.00004392, -0.01294668, 35999.37244981, 0.32327364, 0.0)),
    "火星": ((1.52371034, 0.09339410, 1.84969142, -4.55343205, -23.94362959, 49.55953891),
             (0.00001847, 0.00007882, -0.00813131, 19140.30268499, 0.44441088, -0.29257343)),
    "木星": ((5.20288700, 0.04838624, 1.30439695, 34.39644051, 14.72847983, 100.47390909),
             (-0.00011607, -0.00013253, -0.00183714, 3034.74612775, 0.21252668, 0.20469106)),
    "土星": ((9.53667594, 0.05386179, 2.48599187, 49.95424423, 92.59887831, 113.66242448),
             (-0.00125060, -0.00050991, 0.00193609, 1222.49362201, -0.41897216, -0.28867794)),
}
# 月亮黄经项：系数（百万分之一度）与 D、M、M'、F 的倍数。
MOON = ((6288774, 0, 0, 1, 0), (1274027, 2, 0, -1, 0), (658314, 2, 0, 0, 0), (213618, 0, 0, 2, 0),
        (-185116, 0, 1, 0, 0), (-114332, 0, 0, 0, 2), (58793, 2, 0, -2, 0), (57066, 2, -1, -1, 0),
        (53322, 2, 0, 1, 0), (45758, 2, -1, 0, 0), (-40923, 0, 1, -1, 0), (-34720, 1, 0, 0, 0),
        (-30383, 0, 1, 1, 0), (15327, 2, 0, 0, -2), (-12528, 0, 0, 1, 2), (10980, 0, 0, 1, -2),
        (10675, 4, 0, -1, 0), (10034, 0, 0, 3, 0), (8548, 4, 0, -2, 0), (-7888, 2, 1, -1, 0),
        (-6766, 2, 1, 0, 0), (-5163, 1, 0, -1, 0), (4987, 1, 1, 0, 0), (4036, 2, -1, 1, 0))
BODIES = ("太阳", "月亮", "水星", "金星", "火星", "木星", "土星")


def centuries(utc):
    """自 J2000 起的儒略世纪数，地球时。"""
    decade = min(max((utc.year - 1900 + utc.timetuple().tm_yday / 366) / 10, 0), len(DELTA_T) - 1.000001)
    index = int(decade)
    delta = DELTA_T[index] + (DELTA_T[index + 1] - DELTA_T[index]) * (decade - index)
    return ((utc - J2000).total_seconds() + delta) / 86400 / 36525


def heliocentric(name, t):
    """日心黄道直角坐标（J2000，天文单位）。"""
    base, rate = ELEMENTS[name]
    a, e, i, mean, perihelion, node = (value + change * t for value, change in zip(base, rate))
    anomaly = math.radians((mean - perihelion + 180) % 360 - 180)
    eccentric = anomaly
    for _ in range(30):
        step = (eccentric - e * math.sin(eccentric) - anomaly) / (1 - e * math.cos(eccentric))
        eccentric -= step
        if abs(step) < 1e-12:
            break
    x, y = a * (math.cos(eccentric) - e), a * math.sqrt(1 - e * e) * math.sin(eccentric)
    w, n, k = math.radians(perihelion - node), math.radians(node), math.radians(i)
    u, v = x * math.cos(w) - y * math.sin(w), x * math.sin(w) + y * math.cos(w)
    return (u * math.cos(n) - v * math.sin(n) * math.cos(k),
            u * math.sin(n) + v * math.cos(n) * math.cos(k), v * math.sin(k))


def nutation(t):
    """黄经章动（度），主要两项。"""
    return (-17.2 * math.sin(math.radians(125.04452 - 1934.136261 * t))
            - 1.32 * math.sin(math.radians(2 * (280.4665 + 36000.7698 * t)))) / 3600


def longitudes(utc):
    """各天体的视黄经（度，0–360）。"""
    t = centuries(utc)
    to_date = 5029.0966 / 3600 * t + 1.11113 / 3600 * t * t + nutation(t)  # 岁差与章动
    earth = heliocentric("地球", t)
    found = {"太阳": (math.degrees(math.atan2(-earth[1], -earth[0])) + to_date - 20.5 / 3600) % 360}
    d, m, a, f = (math.radians(base + rate * t) for base, rate in (
        (297.8501921, 445267.1114034), (357.5291092, 35999.0502909),
        (134.9633964, 477198.8675055), (93.2720950, 483202.0175233)))
    shrink = 1 - 0.002516 * t
    moon = 218.3164477 + 481267.88123421 * t + nutation(t)
    for size, kd, km, ka, kf in MOON:
        moon += size * 1e-6 * shrink ** abs(km) * math.sin(kd * d + km * m + ka * a + kf * f)
    found["月亮"] = moon % 360
    for name in ("水星", "金星", "火星", "木星", "土星"):
        light = 0.0  # 光行时（儒略世纪）
        for _ in range(3):
            place = heliocentric(name, t - light)
            x, y, z = (p - q for p, q in zip(place, earth))
            light = math.sqrt(x * x + y * y + z * z) * 499.004784 / 86400 / 36525
        found[name] = (math.degrees(math.atan2(y, x)) + to_date) % 360
    return found


def ascendant(utc, latitude, longitude):
    """上升点黄经（度）：东方地平与黄道的交点。"""
    t = centuries(utc)
    days = (utc - J2000).total_seconds() / 86400
    sidereal = math.radians((280.46061837 + 360.98564736629 * days + longitude) % 360)
    tilt = math.radians(23.4392911 - 0.0130042 * t)
    return math.degrees(math.atan2(math.cos(sidereal), -(
        math.sin(sidereal) * math.cos(tilt) + math.tan(math.radians(latitude)) * math.sin(tilt)))) % 360
