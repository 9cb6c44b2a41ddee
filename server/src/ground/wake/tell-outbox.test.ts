import { expect, test } from 'vitest'
import { onBothDatabases } from '../../testing/each-database.ts'
import { hear } from '../../testing/hear.ts'
import { passed, run, send } from '../../testing/upload.ts'

onBothDatabases('notices of the outbox', (makeApp) => {
  test('an upload that settles its execution is reported after the commit, and one that continues is not', async () => {
    const app = await makeApp()
    const notices = hear(app.wake)
    const waiting: number[] = []
    app.wake.listen('outbox', () => {
      void app.store.read
        .selectFrom('outbox')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
        .then(({ count }) => waiting.push(Number(count)))
    })
    await send(app, run({ results: [passed('a')] }))
    const { data } = await send(app, run({ solitary: true, results: [passed('a')] }))
    await notices.until(data.execution.id)
    expect(notices.subjects).toEqual([data.execution.id])
    await expect.poll(() => waiting).toEqual([1])
  })

  test('declaring an execution complete announces it', async () => {
    const app = await makeApp()
    const notices = hear(app.wake)
    const [one, two] = [await send(app, run({ build: 'one' })), await send(app, run({ build: 'two' }))]
    await app.settle(one.data.execution.id)
    await app.post(`/api/executions/${two.data.execution.id}/facts`, { settle: 'now' })
    await Promise.all([one, two].map(({ data }) => notices.until(data.execution.id)))
  })
})
