/** The number of missing parts that an answer names: a matrix may have hundreds. */
const MOST_NAMED = 20

/** The first of these missing parts, in words; the last sentence counts the others. */
export function nameFirst(missing: string[]): string[] {
  const more = missing.length - MOST_NAMED
  return more > 0 ? [...missing.slice(0, MOST_NAMED), `${more.toLocaleString('en')} more`] : missing
}
