/**
 * What is written onto a Korean word behind it, longest first: particles, and endings of the verbs that nouns become
 * ("추출하고": 추출). The standard set of school grammar.
 */
const ENDINGS = `하고싶어요 해주세요 해야하는 하려면 했는지 하는지 되는지 이라는 에게서 으로부터 에서는 으로는 하면서 합니다 하세요 하기 하는 하고
 하게 하여 해서 했던 하던 한다 해야 해줘 하자 하지 시켜 시키는 되는 되고 된 되어 돼요 인지 에게 에서 으로 까지 부터 처럼 보다 마다 라는 이나 이랑
 한테 께서 들을 들이 들의 은 는 이 가 을 를 의 에 로 와 과 도 만 들 나 해 한 할 함 요`;
const LIST = ENDINGS.split(/\s+/).sort((a, b) => b.length - a.length);
const SHORTEST_REST = 2;

/** The word without what is written onto it, of two syllables at least; the word itself where nothing is. */
export function stripKoreanEnding(word: string): string {
  const ending = LIST.find((each) => word.endsWith(each) && word.length - each.length >= SHORTEST_REST);
  return ending === undefined ? word : word.slice(0, -ending.length);
}
