import { isRightToLeft } from '../jsx/shown.ts'
import './middle-cut.css'

const TAIL = 16
const LONGEST_TAIL = 24

/** A text on one line. If it does not fit, its middle is cut: both its start and its end are shown. */
export function MiddleCut({ text }: { text: string }) {
  const line = text.replace(/\s+/g, ' ').trim()
  const at = tailAt(line)
  return (
    <span className="middle-cut" dir={isRightToLeft(/\p{L}/u.exec(line)?.[0] ?? '') ? 'rtl' : undefined}>
      <span className="ellipsis">{line.slice(0, at)}</span>
      {at < line.length && <span className="tail">{line.slice(at)}</span>}
    </span>
  )
}

/** Where the end begins: before a word if one starts near, else inside a word; never inside a pair of surrogates. */
function tailAt(line: string): number {
  if (line.length <= LONGEST_TAIL) return line.length
  const from = line.length - LONGEST_TAIL
  const word = line.lastIndexOf(' ', line.length - TAIL)
  if (word >= from) return word
  const at = line.length - TAIL
  return /[\uDC00-\uDFFF]/.test(line[at] ?? '') ? at + 1 : at
}
