import { expect, test } from 'vitest'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestApp } from '../../testing/make-app.ts'
import { sha } from '../../testing/sha.ts'
import { failed, type MadeRun, passed, settled } from '../../testing/upload.ts'

const message = 'the cart is closed'
const RED = { results: [failed('pays', { message })] }
const GREEN = { results: [passed('pays')] }
const FIX = sha('f')

const on = (branch: string, digit: string, parents: string[] = []) => ({
  code: { branch, testedSha: sha(digit), headSha: sha(digit), parents: parents.map(sha) },
})

/** A project whose commit f on the branch fix repairs the failure, and never reaches main as it is. */
function world(app: TestApp) {
  const red = (where: MadeRun) => settled(app, { ...RED, ...where })
  const green = (where: MadeRun) => settled(app, { ...GREEN, ...where })
  return {
    red,
    green,
    /** CI tests a pull request's merge commit, and a shallow clone knows nothing of its head but the name. */
    async tie() {
      await settled(app, { ...GREEN, code: { branch: 'fix', testedSha: sha('e'), headSha: FIX } })
      const fingerprint = await fingerprintOf(app)
      await app.put('/api/documents', { project: 'shop', path: 'cart.md', content: '# Cart\n' })
      await app.put(`/api/failures/${fingerprint}/documents`, {
        project: 'shop',
        document: 'cart.md',
        commit: FIX,
      })
      app.advance(1_000)
    },
    async state() {
      const path = `/api/failures/${await fingerprintOf(app)}/documents?project=shop`
      const { data } = await app.get<{ documents: { isStale: boolean; because: string }[] }>(path)
      return data.documents[0]
    },
  }
}

async function fingerprintOf(app: TestApp): Promise<string> {
  const { data } = await app.get<{ fingerprint: string }[]>('/api/failures?project=shop')
  return data[0]?.fingerprint ?? ''
}

onEachDatabase('a fix whose commit never reaches the default branch', (makeApp) => {
  test('is not stale while main goes on failing, and stale once main failed after a run without the failure', async () => {
    const app = await makeApp()
    const { red, green, tie, state } = world(app)
    await red(on('main', '1'))
    await tie()
    await red(on('main', '2', ['1']))
    expect(await state()).toMatchObject({ isStale: false })
    // The squashed fix.
    await green(on('main', '3', ['2']))
    expect(await state()).toMatchObject({ isStale: false })
    // A branch from before it, and a new run of old code, are no return.
    await red(on('old', '4', ['2']))
    await red(on('main', '2', ['1']))
    expect(await state()).toMatchObject({ isStale: false })
    await red(on('main', '5', ['3']))
    expect(await state()).toMatchObject({
      isStale: true,
      because: 'the failure came back on main after a run of main without it',
    })
    // Much later it is still stale.
    for (let i = 0; i < 21; i++) await red(on('main', '5', ['3']))
    expect(await state()).toMatchObject({ isStale: true })
  })

  test('is stale if the pass came before the tie', async () => {
    const app = await makeApp()
    const { red, green, tie, state } = world(app)
    await red(on('main', '1'))
    await green(on('main', '3', ['1']))
    await tie()
    expect(await state()).toMatchObject({ isStale: false })
    await red(on('main', '5', ['3']))
    expect(await state()).toMatchObject({ isStale: true })
  })

  test('of a failure that only a branch had: main had passed since, or had not run', async () => {
    for (const hasPassed of [true, false]) {
      const app = await makeApp()
      const { red, green, tie, state } = world(app)
      await green(on('main', '1'))
      await red(on('topic', '2', ['1']))
      await tie()
      if (hasPassed) await green(on('main', '3', ['1']))
      await red(on('main', '5', ['3']))
      expect(await state()).toMatchObject({ isStale: hasPassed })
    }
  })

  test('a run in between counts only if it is a complete one of the branch that ran the test', async () => {
    const app = await makeApp()
    const { red, green, tie, state } = world(app)
    await red(on('main', '1'))
    await tie()
    const clean = on('main', '3', ['1'])
    await green(on('topic', '4', ['1']))
    await green({ ...clean, suite: 'other' })
    await green({ ...clean, trust: 'fork' })
    await green({ ...clean, trust: 'local' })
    await green({ code: { ...clean.code, dirty: true } })
    await green({ ...clean, end: 'interrupted' })
    await green({ ...clean, part: { leg: 'windows' } })
    await green({ code: { ...clean.code, pullRequest: 7 } })
    await settled(app, { ...clean, results: [passed('other')] })
    await settled(app, { ...on('main', '6', ['3']), results: [failed('pays', { message: 'crash' })] })
    // The code that failed, run again by chance without the failure.
    await green(on('main', '1'))
    await red(on('main', '5', ['6']))
    expect(await state()).toMatchObject({ isStale: false })
    await green(on('main', '7', ['5']))
    // Neither is the run of a pull request from main a failure of main.
    await red({ code: { ...on('main', '8', ['7']).code, pullRequest: 7 } })
    expect(await state()).toMatchObject({ isStale: false })
    await red(on('main', '9', ['7']))
    expect(await state()).toMatchObject({ isStale: true })
  })
})
