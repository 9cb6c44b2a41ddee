// @module-tag thorough
import { orderTrouble, prepareTrials } from '@svc/prove'
import { expect, test } from 'vitest'
import { makePlace, RUNNERS, type RunnerCase } from './runner-place.ts'

/** Vitest and Jest would start with the largest file. Playwright takes files by their paths, in each worker. */
const ORDERS = [
  ['a-small', 'b-large'],
  ['b-large', 'a-small'],
]

test.each(['jest', 'playwright', 'vitest'])(
  '%s runs files in one worker in the order of the command, whatever their size and their last run',
  async (name) => {
    const shared = RUNNERS[name] as RunnerCase
    const { file, text, fs } = shared
    const words = [`node_modules/.bin/${shared.bin}`, ...shared.words.slice(3)]
    const sound = text('', "test('is sound', () => { expect(1).toBe(1) })")
    const victim = text(fs, "test('is clean', () => { expect(fs.existsSync('left')).toBe(false) })")
    const place = makePlace(
      { ...shared, words },
      {
        [file('a-small')]: text(fs, "test('leaves', () => { fs.writeFileSync('left', '') })"),
        [file('b-large')]: `// ${'x'.repeat(4_000)}\n${sound}`,
        [file('z-victim')]: `// ${'x'.repeat(9_000)}\n${victim}`,
      },
    )
    const { PATH = '', HOME = '' } = process.env
    const trials = prepareTrials({
      words,
      folder: place.folder,
      root: place.folder,
      seconds: 600,
      env: { PATH, HOME, TMPDIR: place.temporary },
      onStop: () => () => undefined,
    })
    if ('reason' in trials) throw new Error(trials.reason)
    const own = { file: file('z-victim'), titles: ['is clean'], variant: '', message: '' }
    for (const after of ORDERS.slice(0, name === 'playwright' ? 1 : 2)) {
      const files = after.map(file)
      const called = trials.calledFor({ ...own, after: files })
      const { ran } = await trials.run(place.folder, called, 500)
      if (ran.kind === 'void') throw new Error(ran.reason)
      expect(orderTrouble(own, files, ran)).toBeUndefined()
      expect(ran.outcomes.tests.find(({ titles }) => titles[0] === 'is clean')?.result).toBe('failed')
    }
  },
)
