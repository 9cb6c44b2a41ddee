import { expect, test } from 'vitest'
import { onEachDatabase } from '../../../testing/each-database.ts'
import { sha } from '../../../testing/sha.ts'
import { failed, passed, settled } from '../../../testing/upload.ts'

interface Context {
  clusters: { documents?: { containsFix: boolean | null }[] }[]
  text: string
}

const red = { results: [failed('pays', { message: 'the cart is closed' })] }
const on = (branch: string, digit: string, parents: string[] = []) => ({
  code: { branch, testedSha: sha(digit), headSha: sha(digit), parents: parents.map(sha) },
})

onEachDatabase('the commit of a known fix', (makeApp) => {
  test('is said to be missing only where the reported commits prove it', async () => {
    const app = await makeApp()
    await settled(app, { ...red, ...on('main', '1', ['0']) })
    await settled(app, { results: [passed('pays')], ...on('main', '2', ['1']) })
    const [failure] = (await app.get<{ fingerprint: string }[]>('/api/failures?project=shop')).data
    await app.put('/api/documents', { project: 'shop', path: 'cart.md', content: '# Cart\n' })
    const tie = { project: 'shop', document: 'cart.md', commit: sha('2') }
    await app.put(`/api/failures/${failure?.fingerprint}/documents`, tie)
    const lacks = 'fixed by 222222222222; the commit of this execution does not contain that commit'
    const shown = async (code: object) => {
      const id = await settled(app, { ...red, ...code })
      const { data } = await app.get<Context>(`/api/failure-context?execution=${id}`)
      const [document] = data.clusters[0]?.documents ?? []
      expect(data.text.includes(lacks)).toBe(document?.containsFix === false)
      return document?.containsFix
    }
    // A branch from before the fix, with the same unknown past.
    expect(await shown(on('topic', '3', ['1']))).toBe(false)
    // Nobody knows the parents of 8, or of a commit without any.
    expect(await shown(on('shallow', '4', ['8']))).toBe(null)
    expect(await shown({ code: { branch: 'shallow', testedSha: sha('5') } })).toBe(null)
    expect(await shown({ code: { branch: 'unknown' } })).toBe(null)
    // A merge of both branches, as CI tests a pull request.
    expect(await shown({ code: { ...on('topic', '6', ['2', '3']).code, headSha: sha('3') } })).toBe(true)
    expect(await shown(on('later', '7', ['2']))).toBe(true)
  })
})
