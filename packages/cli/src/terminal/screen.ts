import type { Call } from '../run.ts'

export type Paint = 'bold' | 'dim' | 'red' | 'green' | 'yellow'

const CODES: Record<Paint, [on: number, off: number]> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
}

/** What a person looks at. */
export interface Screen {
  /** Cells of a line. */
  cells: number
  /** Milliseconds since the epoch, for `3 min ago`. */
  now: number
  /** Colour where there is any; the words say the same without it. */
  paint(text: string, paint: Paint): string
}

const NARROWEST = 40
const WIDEST = 100

/** As wide as the terminal within reason; 80 and without colour where the output goes elsewhere. */
export const screenOf = ({ stdout, env, now }: Pick<Call, 'stdout' | 'env' | 'now'>): Screen => {
  const isPlain = !stdout.isTTY || Boolean(env.NO_COLOR) || env.TERM === 'dumb'
  return {
    cells: widthOfTerminal(stdout),
    now: now(),
    paint: (text, paint) => {
      const [on, off] = CODES[paint]
      return isPlain ? text : `\u001b[${on}m${text}\u001b[${off}m`
    },
  }
}

/** Cells of a line: of the terminal within reason, 80 without one. */
export const widthOfTerminal = ({ isTTY, columns }: Call['stdout']): number =>
  Math.min(WIDEST, Math.max(NARROWEST, (isTTY && columns) || 80))
