import { diffArrays, diffLines } from 'diff'
import { type ReactNode, useMemo } from 'react'
import { usePortion } from './portion.tsx'
import './lines.css'

/** Longer lines are not compared by words, because that would take too long. */
const LONGEST_LINE = 2_000
const MOST_EDITS = 300
/** Of the words of all lines together: the time of a comparison grows with the square of its edits. */
const MOST_WORK = 4 * MOST_EDITS ** 2
/** Of the page's thread, for all differences. */
const MOST_MS = 50
/** The number of equal lines around a difference that stay visible. */
const CONTEXT = 3
/** More lines are drawn on request. */
const AT_ONCE = 100

interface Line {
  kind: 'same' | 'minus' | 'plus' | 'left'
  content: ReactNode
}

/** The expected and the actual value of an assertion, line by line; changed words are underlined. */
export function Diff({
  expected,
  actual,
  of = '',
  among = 1,
}: {
  expected: string
  actual: string
  of?: string
  /** The differences on the page, which share its thread. */
  among?: number
}) {
  const lines = useMemo(() => linesOf(expected, actual, among), [expected, actual, among])
  const { shown, more } = usePortion(lines, 'line', AT_ONCE)
  return (
    <figure>
      <figcaption className="label">
        <span>
          <b className="passed">−</b> expected
        </span>
        <span>
          <b className="failed">+</b> found
        </span>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, so the keyboard must reach it */}
      <section className="lines" tabIndex={0} aria-label={`Difference of expected and found${of}`}>
        {shown.map(({ kind, content }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their order
          <div key={i} className={kind}>
            <span className="sign">{kind === 'minus' ? '−' : kind === 'plus' ? '+' : ' '}</span>
            {content}
          </div>
        ))}
        {more}
      </section>
    </figure>
  )
}

function linesOf(expected: string, actual: string, among: number): Line[] {
  const maxEditLength = Math.ceil(MOST_EDITS / Math.sqrt(among))
  const parts = diffLines(withEnd(expected), withEnd(actual), { maxEditLength, timeout: MOST_MS / among })
  if (!parts) return [...plain('minus', expected), ...plain('plus', actual)]
  const compare = wordsWithin(MOST_WORK / among)
  const lines = parts.flatMap((part, i): Line[] => {
    const next = parts[i + 1]
    const before = parts[i - 1]
    if (part.removed && next?.added && part.count === next.count)
      return paired(part.value, next.value, compare)
    if (part.added && before?.removed && part.count === before.count) return []
    if (part.removed || part.added) return plain(part.removed ? 'minus' : 'plus', part.value)
    return shortened(plain('same', part.value), i === 0, i === parts.length - 1)
  })
  if (expected === actual || lines.some(({ kind }) => kind === 'minus' || kind === 'plus')) return lines
  return [...lines, { kind: 'left', content: 'Only the line break at the end differs' }]
}

type CompareWords = (before: string, after: string) => { minus: ReactNode; plus: ReactNode }

/** Removed lines above the ones that replaced them, each with its changed words. */
function paired(removed: string, added: string, compare: CompareWords): Line[] {
  const [before, after] = [split(removed), split(added)]
  const words = before.map((line, i) => compare(line, after[i] ?? ''))
  return [
    ...words.map(({ minus }): Line => ({ kind: 'minus', content: minus })),
    ...words.map(({ plus }): Line => ({ kind: 'plus', content: plus })),
  ]
}

/** Compares lines by words, until that has taken this many squares of edits. */
function wordsWithin(work: number): CompareWords {
  let left = work
  return (before, after) => {
    const maxEditLength = Math.min(MOST_EDITS, Math.floor(Math.sqrt(left)))
    if (before.length + after.length > LONGEST_LINE) return { minus: before, plus: after }
    const parts = diffArrays(piecesOf(before), piecesOf(after), { maxEditLength })
    const edits = parts
      ? parts.reduce((sum, { added, removed, count }) => sum + (added || removed ? count : 0), 0)
      : maxEditLength
    left -= edits ** 2
    if (!parts) return { minus: before, plus: after }
    const side = (skipped: 'added' | 'removed') =>
      parts
        .filter((part) => !part[skipped])
        .map(({ value, added, removed }, i) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: words never change their order
          added || removed ? <mark key={i}>{value.join('')}</mark> : value.join(''),
        )
    return { minus: side('added'), plus: side('removed') }
  }
}

/** Words, runs of space and single signs. */
const piecesOf = (line: string): string[] => line.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? []

function shortened(lines: Line[], isFirst: boolean, isLast: boolean): Line[] {
  const [head, tail] = [isFirst ? 0 : CONTEXT, isLast ? 0 : CONTEXT]
  const left = lines.length - head - tail
  if (left < 4) return lines
  const note: Line = { kind: 'left', content: `${left} equal lines` }
  return [...lines.slice(0, head), note, ...lines.slice(lines.length - tail)]
}

const plain = (kind: Line['kind'], text: string): Line[] => split(text).map((content) => ({ kind, content }))
const split = (text: string): string[] => text.replace(/\n$/, '').split('\n')
const withEnd = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`)
