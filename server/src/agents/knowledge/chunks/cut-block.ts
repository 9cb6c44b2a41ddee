import { estimateTokens } from '../../../ground/kernel/tokens.ts'
import type { Block } from '../documents/parse-markdown.ts'

/** Stands where a block was cut. */
export const CUT_MARK = '[…]'

/**
 * Cuts a block that is longer than `mostTokens` into pieces of Markdown: a list between items, code and tables between
 * lines, with the fence or the head repeated. Each piece shows where the block was cut.
 */
export function cutBlock(block: Block, text: string, mostTokens: number): string[] {
  const source = text.slice(block.start, block.end)
  switch (block.kind) {
    case 'code':
      return cutCode(source, mostTokens)
    case 'table':
      return cutTable(source, mostTokens)
    case 'list':
      return marked(
        joined(
          block.items.map(({ start, end }) => text.slice(start, end)),
          mostTokens,
        ),
      )
    default:
      return marked(joined(source.split('\n'), mostTokens))
  }
}

function cutCode(source: string, mostTokens: number): string[] {
  const [open = '', ...lines] = source.split('\n')
  const fence = /^(`{3,}|~{3,})/.exec(open)?.[0] ?? '```'
  const last = lines.at(-1)?.trim() ?? ''
  const isClosed = last.length >= fence.length && last === fence.charAt(0).repeat(last.length)
  const inner = isClosed ? lines.slice(0, -1) : lines
  const around = estimateTokens(open) + estimateTokens(fence)
  return marked(joined(inner, mostTokens - around).map((part) => `${open.slice(0, 200)}\n${part}\n${fence}`))
}

function cutTable(source: string, mostTokens: number): string[] {
  const [names = '', rule = '', ...rows] = source.split('\n')
  const head = `${names}\n${rule}`
  const headTokens = estimateTokens(head)
  // A head that fills half a piece is not worth its repetition.
  if (headTokens > mostTokens / 2 || rows.length === 0) return marked(joined(source.split('\n'), mostTokens))
  return marked(joined(rows, mostTokens - headTokens).map((part) => `${head}\n${part}`))
}

/** Lines, or items of a list, joined while they fit; longer ones are cut. */
function joined(lines: string[], mostTokens: number): string[] {
  const parts: string[] = []
  let part: string[] = []
  let tokens = 0
  const flush = () => {
    if (part.some((line) => line.trim() !== '')) parts.push(part.join('\n'))
    part = []
    tokens = 0
  }
  for (const line of lines) {
    // The line's end is a token at most.
    const more = estimateTokens(line) + 1
    if (tokens + more > mostTokens) flush()
    if (more > mostTokens) parts.push(...cutText(line, mostTokens))
    else {
      part.push(line)
      tokens += more
    }
  }
  flush()
  return parts
}

/** Cuts between lines, sentences, words, and at last between characters. */
function cutText(text: string, mostTokens: number): string[] {
  const unit = UNITS.find((each) => each.test(text))
  if (unit) return glued(text.split(unit), mostTokens)
  const pieces: string[] = []
  const characters = [...text]
  // No character is more than three tokens.
  const length = Math.max(1, Math.floor(mostTokens / 3))
  for (let at = 0; at < characters.length; at += length)
    pieces.push(characters.slice(at, at + length).join(''))
  return pieces
}

/** Where a text may be cut: after a line, a sentence, a word. */
const UNITS = [/(?<=\n)(?=.)/s, /(?<=[.!?;]\s)(?=\S)|(?<=[。！？；])(?=.)/su, /(?<=\s)(?=\S)/u]

function glued(units: string[], mostTokens: number): string[] {
  const parts: string[] = []
  let part = ''
  let tokens = 0
  for (const unit of units) {
    const more = estimateTokens(unit)
    if (tokens + more > mostTokens && part !== '') {
      parts.push(part)
      part = ''
      tokens = 0
    }
    if (more > mostTokens) parts.push(...cutText(unit, mostTokens))
    else {
      part += unit
      tokens += more
    }
  }
  if (part !== '') parts.push(part)
  return parts
}

const marked = (parts: string[]): string[] =>
  parts.map((part, i) =>
    [i > 0 ? CUT_MARK : null, part.trimEnd(), i < parts.length - 1 ? CUT_MARK : null]
      .filter((line) => line !== null)
      .join('\n'),
  )
