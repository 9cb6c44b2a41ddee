import { lazily } from '../../../ground/kernel/lazily.ts'
import { stem } from './stem.ts'
import { isStopTerm } from './stop-words.ts'
import { ACTING } from './vocabulary/acting.ts'
import { CHECKING } from './vocabulary/checking.ts'
import { EVERYDAY } from './vocabulary/everyday.ts'
import { FINDING } from './vocabulary/finding.ts'
import { OBSERVING } from './vocabulary/observing.ts'
import { RUNNING } from './vocabulary/running.ts'
import { SESSIONS } from './vocabulary/sessions.ts'

interface Phrase {
  terms: string[]
  meanings: string[]
}

/** A question has them or not: `the first error` and `first error` are one phrase. */
const articles = lazily(
  () => new Set('a an the my our your his their its this these those'.split(' ').map(stem)),
)

/**
 * Everyday phrases, and the words that documents use for them. The words of such a phrase say little alone: `too long`
 * is not about length. A line is `phrase, phrase: word word`, in any form of the words. To add one, choose words that
 * any documentation of the field would use, at most about five, and measure with `bench knowledge-quality`.
 */
const phrasesByFirst = lazily(() =>
  readPhrases(
    [EVERYDAY, SESSIONS, FINDING, ACTING, RUNNING, CHECKING, OBSERVING]
      .map((lines) => lines.trim())
      .join('\n'),
  ),
)

/**
 * What the phrases among these terms mean: for each, the place of the word that carries it, and the terms that documents
 * use. The longest phrase counts.
 */
export function meaningsOf(all: string[]): { at: number; meanings: string[] }[] {
  const places = [...all.keys()].filter((at) => !articles().has(all[at] as string))
  const terms = places.map((at) => all[at] as string)
  const found: { at: number; meanings: string[] }[] = []
  for (let start = 0; start < terms.length; start++) {
    const phrase = phrasesByFirst()
      .get(terms[start] as string)
      ?.find(({ terms: wanted }) => wanted.every((term, at) => terms[start + at] === term))
    if (!phrase) continue
    const carrier = phrase.terms.findLastIndex((term) => !isStopTerm(term))
    found.push({ at: places[start + Math.max(0, carrier)] as number, meanings: phrase.meanings })
    start += phrase.terms.length - 1
  }
  return found
}

function readPhrases(text: string): Map<string, Phrase[]> {
  const byFirst = new Map<string, Phrase[]>()
  for (const line of text.trim().split('\n')) {
    const [phrases = '', words = ''] = line.split(': ')
    const meanings = [...new Set(words.split(/[ -]/).map(stem))]
    for (const phrase of phrases.split(', ')) {
      const terms = phrase
        .split(' ')
        .map(stem)
        .filter((term) => !articles().has(term))
      const first = terms[0] as string
      byFirst.set(
        first,
        [...(byFirst.get(first) ?? []), { terms, meanings }].sort((a, b) => b.terms.length - a.terms.length),
      )
    }
  }
  return byFirst
}
