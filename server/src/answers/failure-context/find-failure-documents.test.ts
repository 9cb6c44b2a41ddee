import { expect, test } from 'vitest'
import { relatedDocuments } from '../../agents/knowledge/search/related-documents.ts'
import { onBothDatabases } from '../../testing/each-database.ts'
import { addProjects, putDocuments } from '../../testing/knowledge.ts'
import { statementsOf } from '../../testing/statements.ts'
import { flaky, passed, settled } from '../../testing/upload.ts'
import { findFailureDocuments } from './find-failure-documents.ts'

const NAMES = Array.from({ length: 20 }, (_, at) => `case${String.fromCharCode(97 + at)}`)

onBothDatabases('the documents of a list of failures', (makeApp) => {
  test('are read together, and searched for those that no document is tied to', async () => {
    const app = await makeApp()
    await addProjects(app, 'shop', 'web')
    const codeOf = (name: string) => `E_${name.toUpperCase()}_GONE`
    await putDocuments(app, 'shop', {
      'guide.md': '# Why they slip\n',
      ...Object.fromEntries(
        NAMES.map((name) => [`${name}.md`, `# ${name}\n\nAfter \`${codeOf(name)}\`, restart.\n`]),
      ),
    })
    const results = NAMES.map((name) => flaky(name, { message: `the bank said ${codeOf(name)}` }))
    const calm = Array.from({ length: 60 }, (_, at) => passed(`calm ${at}`))
    await settled(app, { project: 'shop', code: { branch: 'main' }, results: [...results, ...calm] })
    type Flaky = { testId: string; titles: string[]; lastError: { fingerprint: string } }
    const { data } = await app.get<Flaky[]>('/api/flaky-tests?project=shop&limit=20&sort=title')
    const fingerprints = data.map(({ lastError }) => lastError.fingerprint)
    const tests = data.map(({ testId }) => testId)
    const find = async (query: string, project = 'shop') => {
      const { data: found } = await app.get<{ failures: { document: { path: string }; source: string }[] }>(
        `/api/find/failure-documents?project=${project}&${query}`,
      )
      return found.failures.map(({ document, source }) => `${source} ${document.path}`)
    }
    const all = `fingerprints=${fingerprints}`
    expect(await find(all)).toEqual([])
    expect(await find(`${all}&tests=${tests}`)).toEqual(NAMES.map((name) => `search ${name}.md`))

    const tie = (fingerprint: string | undefined) =>
      app.put(`/api/failures/${fingerprint}/documents`, {
        project: 'shop',
        document: 'guide.md',
        cause: 'A race.',
      })
    for (const fingerprint of fingerprints.slice(1)) await tie(fingerprint)
    expect(await find(`${all}&tests=${tests}`)).toEqual([
      'search casea.md',
      ...Array(19).fill('tie guide.md'),
    ])
    const statements = (some: string[]) =>
      statementsOf(app, (ctx) =>
        findFailureDocuments(relatedDocuments(null))({ ctx, input: { project: 'shop', fingerprints: some } }),
      )
    const [one, twenty] = [await statements(fingerprints.slice(1, 2)), await statements(fingerprints)]
    expect(twenty.length).toBe(one.length)

    expect(await find(all, 'web')).toEqual([])
    for (const wrong of [`${all},${fingerprints[0]}`, 'fingerprints=x', 'fingerprints='])
      expect((await app.request(`/api/find/failure-documents?project=shop&${wrong}`)).status, wrong).toBe(400)
  })
})
