import { InvalidArgumentError, Option } from 'commander'

/** The value of `--wait` without an argument. */
export const DEFAULT_WAIT = '10m'

export const waitOption = () =>
  new Option(
    '--wait [=duration]',
    `wait until all results have arrived, at most this long: 90s, 5m or 1h (default: ${DEFAULT_WAIT})`,
  ).argParser(toMs)

const UNITS_MS: Record<string, number> = { '': 1_000, s: 1_000, m: 60_000, h: 3_600_000 }
const LONGEST_MS = 6 * 3_600_000

/** Returns the milliseconds of `90`, `90s`, `5m` or `1h`. */
export const toMs = (value: string): number => {
  const [, number = '', unit = ''] = /^(\d{1,6})([smh]?)$/.exec(value.trim()) ?? []
  const ms = Number(number) * (UNITS_MS[unit] ?? 0)
  if (number === '' || ms > LONGEST_MS)
    throw new InvalidArgumentError('Give a duration of at most 6 h, such as 90s, 5m or 1h.')
  return ms
}
