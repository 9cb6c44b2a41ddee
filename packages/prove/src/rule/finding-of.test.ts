import { expect, test } from 'vitest'
import { findingOf } from './finding-of.ts'

/** `f` failed and `p` passed here; capitals are trials of the base. */
const findingAfter = (letters: string, failed = 0, passed = 1) =>
  findingOf(
    [...letters].map((letter) => ({
      side: letter === letter.toLowerCase() ? ('here' as const) : ('base' as const),
      outcome: letter.toLowerCase() === 'f' ? ('failed' as const) : ('passed' as const),
    })),
    { failed, passed },
  ).finding

test('trials of the base alone excuse nothing, however often it fails', () => {
  for (const letters of ['FFFF', 'F'.repeat(30), 'FPFPFPFPFPFPFPFP', 'pFpFpFpF', 'pFpPpFpPpFpPpFpP'])
    for (const history of [
      [0, 1],
      [0, 20],
      [1, 0],
    ])
      expect(findingAfter(letters, ...history)).not.toMatch(/^(flake|fails-on-base-now)$/)
})

test('they do once it failed here, too', () => {
  expect(findingAfter('fFfFfFfFfFfF')).toBe('fails-on-base-now')
  expect(findingAfter('fPFpPFpfFPpPFppFPP')).toBe('flake')
})
