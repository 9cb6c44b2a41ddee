import { quoted } from './quoted.ts'

/** Returns arguments and options as words of a shell, each followed by a space; leaves undefined options out. */
export const typed = (args: readonly string[], options: Record<string, string | undefined>): string =>
  [
    ...args,
    ...Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value])),
  ]
    .map((word) => `${quoted(word)} `)
    .join('')
