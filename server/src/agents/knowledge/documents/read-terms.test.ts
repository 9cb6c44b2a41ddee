import { expect, test } from 'vitest'
import { onBothDatabases } from '../../../testing/each-database.ts'
import { addProjects, hitsOf } from '../../../testing/knowledge.ts'
import { contextIn, large, SECTIONS } from '../../../testing/large-documents.ts'
import type { TestApp } from '../../../testing/make-app.ts'
import { storeDocument } from '../store-documents.ts'
import { writeDocument } from '../write-document.ts'
import type { DocumentText } from './document-reader.ts'
import { readDocumentText } from './read-here.ts'

/** As if the thread that reads had found this word instead of each content. */
const readAs = (word: string, content: string): DocumentText => {
  const text = readDocumentText(content)
  return { ...text, terms: text.chunks.map(() => `${word}\n`) }
}

async function write(app: TestApp, text: DocumentText) {
  const { projectId, ctx } = await contextIn(app, 'zoo', app.store)
  const whole = { projectId, path: 'a.md', source: 'rest', text } as const
  const { document } = await storeDocument(ctx, whole, (db, prepared) => writeDocument(db, ctx, prepared))
  return document.revision
}

onBothDatabases('the event loop makes no terms that the thread made which read the text', (make) => {
  test.each([
    ['small', '# Zoo\n\nA crocodile.\n', 1],
    ['large', large('Crocodile'), SECTIONS],
  ])('of a %s document', async (_, content, sections) => {
    const app = await make()
    await addProjects(app, 'zoo')
    await write(app, readAs('okapi', content))
    expect(await hitsOf(app, 'okapi', { limit: '1' })).toHaveLength(1)
    const terms = app.store.read.selectFrom('search_term').select(['term', 'chunks'])
    expect(await terms.where('term', 'in', ['okapi', 'crocodil']).execute()).toEqual([
      { term: 'okapi', chunks: sections },
    ])
  })

  test('of the last one of several large texts of a document that arrive together', async () => {
    const app = await make()
    await addProjects(app, 'zoo')
    const words = ['gnu', 'okapi', 'zebu']
    const revisions = await Promise.all(
      words.map((word, at) => write(app, readAs(word, large(`Crocodile ${at}`)))),
    )
    const last = words[revisions.indexOf(words.length)]
    for (const word of words)
      expect(await hitsOf(app, word, { limit: '1' })).toHaveLength(word === last ? 1 : 0)
    expect(await hitsOf(app, 'crocodile')).toEqual([])
  })
})
