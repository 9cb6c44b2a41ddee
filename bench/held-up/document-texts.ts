/** Bodies of documents that cost as much as a text can. */

const KIB = 1024

/** The same numbers in each run. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const SYLLABLES = 'ba co di fe gu ha jo ki la me nu po ra se ti vo wa xe yo zu'.split(' ')

/** Words of a language with 8,000 words; `seed` makes another text. */
export function prose(bytes: number, seed: number): string {
  const next = random(seed)
  const word = (at: number) =>
    [at % 20, Math.floor(at / 20) % 20, Math.floor(at / 400) % 20].map((of) => SYLLABLES[of]).join('')
  const parts: string[] = [`# Text ${seed}\n\n`]
  let length = parts[0]?.length ?? 0
  while (length < bytes - 8 * KIB) {
    const paragraph = Array.from({ length: 60 }, () => word(next(8_000))).join(' ')
    const part = `${next(5) === 0 ? `## ${word(next(8_000))} ${next(1_000)}\n\n` : ''}${paragraph}.\n\n`
    parts.push(part)
    length += part.length
  }
  return parts.join('')
}

/** Headings without text, each a section of its own. */
export const headings = (count: number, start = ''): string =>
  Array.from({ length: count }, (_, at) => `# ${start}${at.toString(36)}\n`).join('')

/** As many sections as a document may have, below long headings: nearly all that the index keeps for one. */
export const nested = (): string =>
  [1, 2, 3, 4, 5]
    .map(
      (depth) =>
        `${'#'.repeat(depth)} ${Array.from({ length: 22 }, (_, at) => `level${depth}word${at}`).join(' ')}\n`,
    )
    .join('') + Array.from({ length: 2_400 }, (_, at) => `###### part ${at}\n\ntext ${at}\n`).join('')

/** Long words that are all different: each has as many trigrams as letters. */
export function longWords(count: number): string {
  const next = random(5)
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const word = () => Array.from({ length: 36 }, () => letters.charAt(next(26))).join('')
  return Array.from({ length: count }, (_, at) => (at % 20 === 19 ? `${word()}.\n\n` : word())).join(' ')
}
