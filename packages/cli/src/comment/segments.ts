/** A piece of Markdown: a fenced block with its fences, or the text between two blocks. */
interface Segment {
  isCode: boolean
  lines: string[]
}

/** Splits the server's text into segments; its fences start a line and end with the same fence. */
export const segmentsOf = (markdown: string): Segment[] => {
  const segments: Segment[] = []
  let current: Segment = { isCode: false, lines: [] }
  let fence = ''
  const next = (isCode: boolean) => {
    if (current.lines.length > 0) segments.push(current)
    current = { isCode, lines: [] }
  }
  for (const line of markdown.split('\n')) {
    const [, opening = ''] = fence === '' ? (/^(`{3,})\w*$/.exec(line) ?? []) : []
    if (opening !== '') {
      fence = opening
      next(true)
    }
    current.lines.push(line)
    if (opening === '' && fence !== '' && line === fence) {
      fence = ''
      next(false)
    }
  }
  next(false)
  return segments
}
