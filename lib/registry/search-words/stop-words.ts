/** Words that ask for nothing, by language: what is left of a question without them is what it is about. */
const ENGLISH = `a an and are as at be been being but by can could did do does doing done for from get give had has have
 having he help her here him his how i if in into is it its just let like make makes making me more most much must my
 need needs no nobody not now of off on one or our out over please should show so some somebody someone something such
 tell than that the their them then there these they thing things this those to too up us use used using very want
 wants was way we well were what when where whether which while who whom whose why will with without would you your
 any anything anyone anywhere every each all about am sure know see go going got put im ive dont doesnt isnt cant two skill skills`;

const CHINESE = `的 了 和 与 及 或 在 是 我 你 他 她 它 我们 你们 他们 这 那 这个 那个 这些 那些 这份 个 份 把 被 给 从 到 向 对 对于 为 为了
 上 下 里 中 之间 之 前 后 想 想要 想知道 知道 要 需要 请 帮 帮我 帮忙 一下 一个 一些 有 没有 有没有 没 不 不是 是不是 是否 能 能不能 可以 会
 该 应该 怎么 怎么办 怎样 如何 什么 什么时候 哪里 哪个 哪些 多少 几 吗 呢 吧 啊 都 也 还 就 很 太 更 最 再 又 用 使用 用来 让 使 做 办 看 看看
 每 每个 每天 每月 时 时候 以 以及 并 而 但 如果 因为 所以 成 得 地 着 过 来 去 出 起 自己 东西 现在 已经 要不要 器 两个 两 面 里面 转 技能`;

const KOREAN = `은 는 가 을 를 의 에 로 와 과 도 만 에서 으로 까지 부터 그 이 저 것 거 수 등 및 또는 그리고 하지만 나 내 나의 저의 제 우리 너 좀 잘 더 안 못 왜 뭐 무엇 어떻게 어디 언제 누구 어떤 무슨
 하고 싶어요 싶어 싶다 싶습니다 싶은데 해 줘 주세요 주세 해줘 해주세요 줘요 하기 하는 하는데 한 할 합니다 해요 했어요 되는 돼요 있는 있는지 있나요
 없는 없는지 있어요 없어요 위한 위해 대한 대해 관한 통해 쓸 쓰는 사용 용 기 수있는 방법 도와줘 도와주세요 알려줘 알려주세요 알고 보고 봐 봐요 보는
 써 써서 걸 게 좋은 모든 각 매 매일 같은 때 경우 지금 오늘 해야 야 두 맞는지 왔는지 죽었는지 스킬`;

const words = (text: string) => text.split(/\s+/).filter(Boolean);

export const STOP_WORDS: ReadonlySet<string> = new Set([ENGLISH, CHINESE, KOREAN].flatMap(words));
