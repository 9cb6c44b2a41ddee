import { type Group, LIMITS } from '@svc/protocol'
import { Problem } from '../../ground/kernel/problem.ts'
import type { Place } from './check.ts'
import type { ReadBody } from './segment.ts'

/** Returns titles that are short together; throws PAYLOAD_TOO_LARGE otherwise. Each list of tests has all of them. */
export function boundTitles(place: Place, titles: string[]): string[] {
  if (bytesOf(titles) > LIMITS.titlesBytes)
    throw new Problem(
      'PAYLOAD_TOO_LARGE',
      `${place}: expected at most ${LIMITS.titlesBytes} bytes of text together.`,
    )
  return titles
}

/**
 * Throws PAYLOAD_TOO_LARGE if the attempts of a body have long groups together. An attempt names its group by a number,
 * but each test is stored with all titles: a body of 4 KiB could become gigabytes, in one transaction.
 */
export function boundNames({ groups, entries }: Pick<ReadBody, 'groups' | 'entries'>): void {
  const sizes = new Map<number, number>()
  for (const [number, group] of groups) sizes.set(number, sizeOf(group))
  let bytes = 0
  for (const entry of entries) if (entry[0] === 'attempt') bytes += sizes.get(entry[1]) ?? 0
  if (bytes > LIMITS.bodyNamesBytes)
    throw new Problem(
      'PAYLOAD_TOO_LARGE',
      `The body: expected at most ${LIMITS.bodyNamesBytes} bytes of files, titles and variants of groups, counted for each attempt. Send fewer results at a time.`,
    )
}

const sizeOf = ({ file, titles, variant = '' }: Group): number => bytesOf([file, variant, ...titles])

const bytesOf = (texts: string[]): number => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
