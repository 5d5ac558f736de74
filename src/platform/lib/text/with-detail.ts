/**
 * The sentence, a colon and the detail. Just the sentence if the detail is absent, empty, or in it already.
 */
export function withDetail(sentence: string, detail: string | undefined): string {
  return detail && !sentence.includes(detail) ? `${sentence}: ${detail}` : sentence;
}
