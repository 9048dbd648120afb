/** Words that ask for nothing, by language: what is left of a question without them is what it is about. */
const ENGLISH = `a an and are as at be been being but by can could did do does doing done for from get give had has have
 having he help her here him his how i if in into is it its just let like make makes making me more most much must my
 need needs no nobody not now of off on one or our out over please should show so some somebody someone something such
 tell than that the their them then there these they thing things this those to too up us use used using very want
 wants was way we well were what when where whether which while who whom whose why will with without would you your
 any anything anyone anywhere every each all about am sure know see go going got put im ive dont doesnt isnt cant two
 after again also already always because before between cannot couldnt during ever every gets getting hadnt hasnt havent isnt itself keeps may
 maybe might myself never often once ourselves perhaps quite really same shall shouldnt since still themselves through until upon wasnt werent
 whatever whenever wherever whichever wont wouldnt yet yourself`;

const CHINESE = `的 了 和 与 及 或 在 是 我 你 他 她 它 我们 你们 他们 这 那 这个 那个 这些 那些 这份 个 份 把 被 给 从 到 向 对 对于 为 为了
 上 下 里 中 之间 之 前 后 想 想要 想知道 知道 要 需要 请 帮 帮我 帮忙 一下 一个 一些 有 没有 有没有 没 不 不是 是不是 是否 能 能不能 可以 会
 该 应该 怎么 怎么办 怎样 如何 什么 什么时候 哪里 哪个 哪些 多少 几 吗 呢 吧 啊 都 也 还 就 很 太 更 最 再 又 用 使用 用来 让 使 做 办 看 看看
 每 每个 每天 每月 时 时候 以 以及 并 而 但 如果 因为 所以 成 得 地 着 过 来 去 出 起 自己 东西 现在 已经 要不要 器 两个 两 面 里面 转
 总是 好像 经常 一直 老是 非常 特别 比较 有点 有点儿 正在 还是 或者 而且 但是 不过 然后 所有 全部 别人 大家 其他 另外 直接 真的 可能 大概 为什么
 啥 咋 咋样 这样 那样 这里 那里 这么 那么 越来越 今天 每次 有时 有时候 老 常常 立刻 马上 应当 必须 一点 一下子 好 好的 好了
 怎么样 样`;

const KOREAN = `은 는 가 을 를 의 에 로 와 과 도 만 에서 으로 까지 부터 그 이 저 것 거 수 등 및 또는 그리고 하지만 나 내 나의 저의 제 우리 너 좀 잘 더 안 못 왜 뭐 무엇 어떻게 어디 언제 누구 어떤 무슨
 하고 싶어요 싶어 싶다 싶습니다 싶은데 해 줘 주세요 주세 해줘 해주세요 줘요 하기 하는 하는데 한 할 합니다 해요 했어요 되는 돼요 있는 있는지 있나요
 없는 없는지 있어요 없어요 위한 위해 대한 대해 관한 통해 쓸 쓰는 사용 용 기 수있는 방법 도와줘 도와주세요 알려줘 알려주세요 알고 보고 봐 봐요 보는
 써 써서 걸 게 좋은 모든 각 매 매일 같은 때 경우 지금 오늘 해야 야 두 맞는지 왔는지
 너무 많이 많아서 많은 자꾸 계속 아주 정말 진짜 다시 먼저 혹시 조금 빨리 가장 제일 대신 관련 전부 모두 여러 다른 이런 그런 저런 이것 그것 때문에
 하겠어요 하겠다 돼서 되어서 됐어요 안돼요 보여요 보이지 몰라요 모르겠어요 모르겠다 했는데 있으면 없으면 있게 없이 싶은 싶어서 주는 줄 수가 것을 것이 거예요
 건가요 인가요 할까요 될까요 하나요 되나요 했나요 무슨 어느 누가 언제나 항상 아직 이미 이제 그냥 바로 적어야 해야해요 해야하는데 하려고 하려는`;

const words = (text: string) => text.split(/\s+/).filter(Boolean);

export const STOP_WORDS: ReadonlySet<string> = new Set([ENGLISH, CHINESE, KOREAN].flatMap(words));

/** What everything here is: beside other words it tells which of the found are about it, and finds nothing. */
export const MARKET_WORDS: ReadonlySet<string> = new Set(words("skill skills 技能 스킬"));
