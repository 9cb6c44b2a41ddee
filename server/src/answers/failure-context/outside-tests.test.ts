import type { failureContextOperations } from '@svc/schema'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { onEachDatabase } from '../../testing/each-database.ts'
import { failed, made, passed, settled } from '../../testing/upload.ts'

type Answer = z.output<typeof failureContextOperations.getFailureContext.output>

const many = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))
const behind = (title: string, reason: string) =>
  made(title, { file: 'hook.test.ts' }, [{ status: 'skipped', detail: { skip: { kind: 'hook', reason } } }])

onEachDatabase('errors outside tests in the context of failures', (makeApp) => {
  test('they name the tests that they stopped, and rank by them', async () => {
    const app = await makeApp()
    const loaded = many(3, (at) => passed(`loaded ${at}`, { file: 'load.test.ts' }))
    const hooked = ['pays', 'refunds', 'signs in'].map((title) => passed(title, { file: 'hook.test.ts' }))
    const others = ['one', 'two'].map((title) => passed(title))
    for (let turn = 0; turn < 2; turn++) await settled(app, { results: [...loaded, ...hooked, ...others] })
    const error = (file: string | undefined, message: string) => ({
      ...(file && { file }),
      failure: { message },
    })
    const head = await settled(app, {
      code: { branch: 'topic' },
      results: [
        behind('pays', 'no connection'),
        behind('refunds', 'no connection'),
        behind('signs in', 'no user'),
        failed('one', { message: 'was one' }),
        passed('two'),
      ],
      errors: [
        error('hook.test.ts', 'no user\nat setUp'),
        error('hook.test.ts', 'no connection\nat connect'),
        error('load.test.ts', 'Cannot find ./gone'),
        error(undefined, 'A timer is left'),
      ],
    })
    const { clusters, totals, text } = (await app.get<Answer>(`/api/failure-context?execution=${head}`)).data
    const unknown = clusters.filter(({ tests }) => tests === 0)
    expect(
      unknown.map(({ message, stopped, sample, judged }) => [
        message.split('\n')[0],
        stopped,
        sample.map(({ titles }) => titles.join()),
        judged?.missing === null,
      ]),
    ).toEqual([
      ['Cannot find ./gone', 3, ['loaded 0', 'loaded 1', 'loaded 2'], false],
      ['no connection', 2, ['pays', 'refunds'], false],
      ['no user', 1, ['signs in'], false],
      ['A timer is left', 0, [], false],
    ])
    expect(totals).toMatchObject({ tests: 1, errors: 4, stopped: 6 })
    expect(text).toContain('4 errors outside tests; 6 tests did not run)')
    expect(text).toMatch(/^Suite .* 3 skipped, 4 errors outside tests\./m)
    expect(text).toMatch(/^Did not run: `loaded 0` in `load\.test\.ts`; also `loaded 1`, `loaded 2`$/m)
    const one = await app.get<Answer>(`/api/failure-context?execution=${head}&test=signs%20in`)
    expect(one.data.clusters).toMatchObject([{ message: expect.stringMatching(/^no user/) }])
  })
})
