import { wordsOf } from './terms.ts'

/** A part of a chunk. */
export interface Snippet {
  text: string
  highlights: { start: number; end: number }[]
  /** How much of the query it has; texts of one search compare. */
  score: number
}

/** The size of a snippet, UTF-16 code units. */
const LENGTH = 320
/** How far a border moves to the end of a word or line. */
const SLACK = 40

/** The part of a text with the most of the wanted terms; its beginning if it has none of them. */
export function snippetOf(content: string, importance: ReadonlyMap<string, number>, most = LENGTH): Snippet {
  const words = wordsOf(content).map((word) => ({
    ...word,
    says: Math.max(0, ...word.terms.map((term) => importance.get(term) ?? 0)),
    term: word.terms.find((term) => importance.has(term)) ?? '',
  }))
  const wanted = words.filter(({ says }) => says > 0)
  const window = bestWindow(wanted, most)
  const [from, to] = bordersOf(content, window, most)
  const before = from > 0 ? '…' : ''
  const after = to < content.length ? '…' : ''
  const cut = content.slice(from, to)
  const lead = cut.length - cut.trimStart().length
  const text = cut.trim()
  const highlights = wanted
    .filter(({ start, end }) => start >= from + lead && end <= from + lead + text.length)
    .map(({ start, end }) => ({
      start: start - from - lead + before.length,
      end: end - from - lead + before.length,
    }))
  return { text: `${before}${text}${after}`, highlights, score: window?.score ?? 0 }
}

interface Found {
  start: number
  end: number
  says: number
  term: string
}

interface Window {
  start: number
  end: number
  score: number
}

/** Where the window begins and ends that says most; a word counts once, and half again for each further time. */
function bestWindow(found: Found[], most: number): Window | null {
  let best: Window | null = null
  for (const [at, first] of found.entries()) {
    const times = new Map<string, number>()
    let [score, end] = [0, first.end]
    for (const word of found.slice(at)) {
      if (word.end - first.start > most - SLACK) break
      const before = times.get(word.term) ?? 0
      times.set(word.term, before + 1)
      score += word.says / (1 + 4 * before)
      end = word.end
    }
    if (!best || score > best.score) best = { start: first.start, end, score }
  }
  return best
}

function bordersOf(content: string, window: Window | null, most: number): [number, number] {
  if (content.length <= most) return [0, content.length]
  if (!window) return [0, backToSpace(content, most, most - SLACK)]
  const spare = most - (window.end - window.start)
  const from = Math.max(0, Math.min(window.start - Math.floor(spare / 3), content.length - most))
  const to = Math.min(content.length, from + most)
  return [
    from === 0 ? 0 : onToSpace(content, from, Math.min(window.start, from + SLACK)),
    to === content.length ? to : backToSpace(content, to, Math.max(window.end, to - SLACK)),
  ]
}

function onToSpace(content: string, from: number, last: number): number {
  for (let at = from; at < last; at++) if (/\s/.test(content.charAt(at))) return at + 1
  return afterPair(content, from)
}

function backToSpace(content: string, to: number, first: number): number {
  for (let at = to; at > first; at--) if (/\s/.test(content.charAt(at))) return at
  return afterPair(content, to)
}

/** Never between the halves of a surrogate pair. */
const afterPair = (content: string, at: number) => (/[\uDC00-\uDFFF]/.test(content.charAt(at)) ? at + 1 : at)
