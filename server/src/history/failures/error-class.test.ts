import type { Failure } from '@svc/protocol'
import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import { type Detail, listFailures, project, settledShop } from '../../testing/failures.ts'
import { failed, type MadeTest } from '../../testing/upload.ts'

onEachDatabase('clusters of failures', (makeApp) => {
  test('each shows the class of its error, in an execution, in a project and alone', async () => {
    const app = await makeApp()
    const error = {
      message: 'x is undefined',
      name: 'TypeError',
      stack: 'TypeError: x is undefined\n  at a.ts:1:1',
    }
    const threw = (title: string, failure: Failure): MadeTest => ({
      ...failed(title),
      attempts: [{ status: 'failed', durationMs: 5, detail: { errors: [failure] } }],
    })
    const execution = await settledShop(app, {
      results: [
        threw('a', error),
        threw('b', { message: `of many lines${'\nline'.repeat(1_000)}`, name: 'RangeError' }),
        failed('c', { message: 'plain' }),
      ],
    })
    const [first = [], second = []] = await Promise.all(
      [`execution=${execution}`, `project=${project}`].map((query) => listFailures(app, query)),
    )
    for (const clusters of [first, second])
      expect(clusters.map(({ message }) => message.split('\n')[0]).sort()).toEqual([
        'RangeError: of many lines',
        'TypeError: x is undefined',
        'plain',
      ])
    const fingerprint = first.find(({ message }) => message.startsWith('TypeError'))?.fingerprint
    const alone = await app.get<Detail>(`/api/failures/${fingerprint}?project=${project}`)
    expect(alone.data.message).toBe('TypeError: x is undefined')
    expect(await listFailures(app, `project=${project}&q=x%20is`)).toHaveLength(1)
  })

  test('a search finds the class of an error, alone and before its message', async () => {
    const app = await makeApp()
    const threw = (title: string, failure: Failure): MadeTest => ({
      ...failed(title),
      attempts: [{ status: 'failed', durationMs: 5, detail: { errors: [failure] } }],
    })
    const execution = await settledShop(app, {
      results: [
        threw('a', { message: 'x is undefined', name: 'TypeError', stack: 'says "name":"Quoted" \0 \ud800' }),
        threw('b', { message: 'no room', name: 'java.lang.IllegalStateException' }),
        failed('c', { message: 'TypeError by hand' }),
        failed('d', { message: 'plain' }),
      ],
    })
    for (const place of [`execution=${execution}`, `project=${project}`]) {
      const found = async (q: string) =>
        (await listFailures(app, `${place}&q=${encodeURIComponent(q)}`)).map(({ message }) => message).sort()
      expect(await found('typeerror'), place).toEqual(['TypeError by hand', 'TypeError: x is undefined'])
      expect(await found('Error: x is'), place).toEqual(['TypeError: x is undefined'])
      expect(await found('IllegalState'), place).toEqual(['java.lang.IllegalStateException: no room'])
      expect(await found('plain'), place).toEqual(['plain'])
      for (const none of ['Quoted', '_ypeError', 'Error: plain']) expect(await found(none), place).toEqual([])
    }
  })
})
