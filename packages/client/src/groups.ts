import { Buffer } from 'node:buffer'
import { type Group, LIMITS } from '@svc/protocol'
import type { Cleaner } from './clean.ts'
import { cutTitle } from './cut.ts'

/** Assigns numbers to (file, describe blocks, variant), so that lines need not repeat them. */
interface Groups {
  /** `titles` ends in the test's own title, which is not part of the group. */
  numberOf(file: string, titles: string[], variant: string): number
}

/** Calls `define` once for each group, before its number is used. */
export const makeGroups = (cleaner: Cleaner, define: (number: number, group: Group) => void): Groups => {
  const numbers = new Map<string, number>()
  let last = { file: '', titles: [] as string[], variant: '', number: -1 }
  return {
    numberOf(file, titles, variant) {
      if (last.number >= 0 && isSame(last, file, titles, variant)) return last.number
      const above = titles.slice(0, -1)
      const key = JSON.stringify([file, variant, ...above])
      let number = numbers.get(key)
      if (number === undefined) {
        number = numbers.size
        numbers.set(key, number)
        define(number, toGroup(file, above, variant, cleaner))
      }
      last = { file, titles, variant, number }
      return number
    },
  }
}

/** The tests of one describe block are usually consecutive. */
const isSame = (
  last: { file: string; titles: string[]; variant: string },
  file: string,
  titles: string[],
  variant: string,
) => {
  if (last.file !== file || last.variant !== variant || last.titles.length !== titles.length) return false
  for (let index = titles.length - 2; index >= 0; index -= 1)
    if (last.titles[index] !== titles[index]) return false
  return true
}

const toGroup = (file: string, above: string[], variant: string, cleaner: Cleaner): Group => ({
  file: cleaner.path(file),
  titles: withinBytes(withinDepth(above).map((title) => cleaner.title(title))),
  ...(variant && { variant: cleaner.label(variant, LIMITS.textBytes) }),
})

/** Blocks nested deeper than the limit become one title, so that their tests stay apart. */
const withinDepth = (titles: string[]): string[] =>
  titles.length <= LIMITS.titleDepth
    ? titles
    : [...titles.slice(0, LIMITS.titleDepth - 1), titles.slice(LIMITS.titleDepth - 1).join(' › ')]

/** Cuts the longest titles to one length, so that all have room together; short ones stay as they are. */
const withinBytes = (titles: string[]): string[] => {
  const sizes = titles.map((title) => Buffer.byteLength(title))
  let left: number = LIMITS.titlesBytes
  if (sizes.reduce((sum, size) => sum + size, 0) <= left) return titles
  let most = left
  for (const [index, size] of sizes.toSorted((one, other) => one - other).entries()) {
    most = Math.floor(left / (sizes.length - index))
    if (size > most) break
    left -= size
  }
  return titles.map((title) => cutTitle(title, most))
}
