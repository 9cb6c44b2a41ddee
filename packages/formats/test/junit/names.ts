import type { CollectedPart } from '@svc/test-kit/collect'

/** What tests are distinguished by, in order. */
export const namesOf = (part: CollectedPart): string[] =>
  part.tests
    .map(({ file, titles, variant, occurrence }) => JSON.stringify([file, titles, variant ?? '', occurrence]))
    .sort()

/** What a test came to, by its last title, or by all of its attempts. */
export const statusesOf = (part: CollectedPart, all: boolean): Record<string, string> =>
  Object.fromEntries(
    part.tests
      .map(({ titles, variant, occurrence, attempts }): [string, string] => [
        JSON.stringify([...titles, variant ?? '', occurrence]),
        all ? attempts.map(({ status }) => status).join(' ') : (attempts.at(-1)?.status ?? ''),
      ])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
