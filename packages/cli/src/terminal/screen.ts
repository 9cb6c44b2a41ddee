import type { Call } from '../call.ts'

export type Paint = 'bold' | 'dim' | 'red' | 'green' | 'yellow'

const CODES: Record<Paint, [on: number, off: number]> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
}

/** The terminal as the views see it. */
export interface Screen {
  /** Cells of a line. */
  cells: number
  /** Milliseconds since the epoch, for `3 min ago`. */
  now: number
  /** Adds colour if enabled; the text is complete without it. */
  paint(text: string, paint: Paint): string
}

const NARROWEST = 40
const WIDEST = 100

/** Returns the terminal's width within bounds; piped output has no line breaks and no colour. */
export const screenOf = ({ stdout, env, now }: Pick<Call, 'stdout' | 'env' | 'now'>): Screen => {
  const isPlain = !isColoured(stdout, env)
  return {
    cells: cellsOf(stdout),
    now: now(),
    paint: (text, paint) => {
      const [on, off] = CODES[paint]
      return isPlain ? text : `\u001b[${on}m${text}\u001b[${off}m`
    },
  }
}

/** True for coloured output, by Node's rules: FORCE_COLOR overrides NO_COLOR, and both override the terminal. */
export const isColoured = ({ isTTY }: Call['stdout'], env: Call['env']): boolean => {
  const { FORCE_COLOR: forced } = env
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  return isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
}

/** Returns the cells of a line: the terminal's within bounds, infinite if piped. */
export const cellsOf = ({ isTTY, columns }: Call['stdout']): number =>
  isTTY ? Math.min(WIDEST, Math.max(NARROWEST, columns || 80)) : Number.POSITIVE_INFINITY
