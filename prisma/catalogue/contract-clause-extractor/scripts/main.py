"""合同条款提取：切分条款，找出当事人、金额、日期、期限与违约责任，并按《民法典》第四百七十条列出缺项。"""
import json
import re
import sys
from datetime import date

MAX_BYTES = 400_000
MAX_CHARS = 30_000
MAX_ITEMS = 100
CN = "零〇一二三四五六七八九十百千两"
CLAUSE = re.compile(rf"^[ \t\u3000#*]*第[ \u3000]?([{CN}]{{1,8}}|[0-9]{{1,4}})[ \u3000]?条[ \t\u3000:：、.．]*(.*)$", re.M)
PARTY = re.compile(r"^[ \t\u3000*]*(甲方|乙方|丙方|丁方|出租方|承租方|委托方|受托方|买方|卖方|供方|需方|发包方|承包方)"
                   r"[ \t\u3000]*(?:[(（][^)）\n]{1,20}[)）])?[ \t\u3000]*[:：][ \t\u3000]*([^\n，,；;。]{1,60})", re.M)
DATE = re.compile(r"([0-9]{4})[ \t]?(?:年|[-/.])[ \t]?([0-9]{1,2})[ \t]?(?:月|[-/.])[ \t]?([0-9]{1,2})[ \t]?日?")
AMOUNT = re.compile(r"(?:人民币|RMB|[¥￥])?[ \t]?(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,15})(?:\.[0-9]{1,2})?[ \t]?(?:亿元|万元|元)"
                    r"|(?:人民币|[¥￥])[ \t]?[0-9][0-9,]{0,18}(?:\.[0-9]{1,2})?"
                    r"|[零壹贰叁肆伍陆柒捌玖拾佰仟万亿]{2,30}[元圆](?:[零壹贰叁肆伍陆柒捌玖角分]{0,8}整?)")
PERIOD = re.compile(rf"(?:[0-9]{{1,4}}|[{CN}]{{1,5}})[ ]?(?:个工作日|个自然日|个月|个日历日|工作日|周年|[日天年周])(?:内|以内|之内|前)?")
RATE = re.compile(r"(?:每日|每月|每年|日|月|年)?[ ]?(?:[0-9]{1,3}(?:\.[0-9]{1,4})?[ ]?[%％‰]|(?:百分之|千分之|万分之)[零一二三四五六七八九十百点0-9.]{1,8})")
# 《民法典》第四百七十条列举的八项一般条款，各配正文里常见的说法。
CHECKLIST = [
    ("当事人的姓名或者名称和住所", r"住所|住址|地址|统一社会信用代码|身份证"),
    ("标的", r"标的|租赁物|租赁房屋|货物|产品名称|服务内容|工程内容|委托事项|房屋坐落|合作内容"),
    ("数量", r"数量|面积|台|件|套|吨|平方米|份额"),
    ("质量", r"质量|验收|合格|标准|保修|质保"),
    ("价款或者报酬", r"价款|报酬|价格|租金|费用|合同总价|服务费|货款|工程款"),
    ("履行期限、地点和方式", r"期限|交付|交货|履行地|履行方式|付款方式|支付方式|租期|工期"),
    ("违约责任", r"违约"),
    ("解决争议的方法", r"争议|仲裁|诉讼|管辖"),
]
TOPICS = [
    ("付款", r"支付|付款|租金|价款|货款|结算|发票"), ("期限", r"期限|有效期|租期|工期|自.{0,20}起至"),
    ("交付验收", r"交付|交货|验收"), ("保密", r"保密|商业秘密"), ("知识产权", r"知识产权|著作权|专利|商标"),
    ("违约责任", r"违约|赔偿|滞纳金"), ("解除终止", r"解除|终止"), ("不可抗力", r"不可抗力"),
    ("争议解决", r"争议|仲裁|诉讼|人民法院"), ("通知送达", r"通知|送达"),
]


class InputError(ValueError):
    """调用方可以改正的问题。"""


def unique(items):
    return list(dict.fromkeys(item.strip() for item in items))[:MAX_ITEMS]


def dates(text):
    """只收真实日期；2024年2月30日这类笔误单独列出。"""
    good, bad = [], []
    for match in DATE.finditer(text):
        try:
            good.append(date(*map(int, match.groups())).isoformat())
        except ValueError:
            bad.append(match.group().strip())
    return unique(good), unique(bad)


def unique_parties(text):
    """签字处常再写一遍“甲方：”，同一角色只取第一次；两个以上空格之后是别的栏目。"""
    first = {}
    for role, name in PARTY.findall(text):
        first.setdefault(role, re.split(r"[ \u3000]{2,}|\t", name.strip())[0])
    return list(first.items())


def split_clauses(text):
    marks = list(CLAUSE.finditer(text))
    clauses = []
    for mark, following in zip(marks, [*marks[1:], None]):
        body = text[mark.end():following.start() if following else len(text)]
        signature = None if following else PARTY.search(body)
        body = body[:signature.start() if signature else len(body)].strip()
        head = mark.group(2).strip()
        # 条号后的短句当作标题；带句号或较长的，是条款正文本身
        titled = bool(head) and len(head) <= 20 and not re.search(r"[。；，,;]", head)
        content = body if titled else "\n".join(part for part in (head, body) if part)
        whole = f"{head}\n{body}"
        clauses.append({
            "number": mark.group(1), "title": head if titled else None, "text": content[:400],
            "topics": [name for name, pattern in TOPICS if re.search(pattern, whole)],
            "amounts": unique(AMOUNT.findall(whole)), "periods": unique(PERIOD.findall(DATE.sub(" ", whole))),
            "rates": unique(RATE.findall(whole)),
        })
    return clauses


def run(payload):
    text = payload.get("text")
    if not isinstance(text, str) or not text.strip():
        raise InputError("text 须为合同全文，不能为空")
    if len(text) > MAX_CHARS:
        raise InputError(f"text 共 {len(text)} 个字符，上限为 {MAX_CHARS}；请分段提交")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    clauses = split_clauses(text)
    found, impossible = dates(text)
    warnings = [f"日期不存在：{item}" for item in impossible]
    numbers = [clause["number"] for clause in clauses]
    warnings += [f"条号重复：第{number}条" for number in dict.fromkeys(numbers) if numbers.count(number) > 1]
    if not clauses:
        warnings.append("没有找到“第×条”形式的条款，只提取了全文中的当事人、日期与金额")
    if len(clauses) > MAX_ITEMS:
        warnings.append(f"条款超过 {MAX_ITEMS} 条，只返回前 {MAX_ITEMS} 条")
    return {
        "parties": [{"role": role, "name": name} for role, name in unique_parties(text)],
        "clauses": clauses[:MAX_ITEMS],
        "dates": found,
        "amounts": unique(AMOUNT.findall(text)),
        "missing": [name for name, pattern in CHECKLIST if not re.search(pattern, text)],
        "warnings": warnings[:MAX_ITEMS],
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
        result, code = run(read_input()), 0
    except InputError as problem:
        result, code = {"error": str(problem)}, 1
    sys.stdout.buffer.write(json.dumps(result, ensure_ascii=False).encode("utf-8", "replace"))
    return code


if __name__ == "__main__":
    sys.exit(main())
