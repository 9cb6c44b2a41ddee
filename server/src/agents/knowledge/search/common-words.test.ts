import { expect, test } from 'vitest'
import { onBothDatabases } from '../../../testing/each-database.ts'
import { addProjects, putDocuments } from '../../../testing/knowledge.ts'
import { contextIn } from '../../../testing/large-documents.ts'
import { expandTerms } from './expand-terms.ts'
import { findCandidateChunks } from './find-candidate-chunks.ts'
import { ofProject } from './marks.ts'
import { parseQuery } from './parse-query.ts'

onBothDatabases('a word that thousands of chunks have', (make) => {
  test('finds them if it is the whole query', async () => {
    const app = await make()
    await addProjects(app, 'zoo')
    await putDocuments(app, 'zoo', { 'a.md': '# Zoo\n\nThe crocodile sits.\n' })
    const { projectId } = await contextIn(app, 'zoo', app.store)
    const { read, dialect } = app.store
    const query = parseQuery('crocodile')
    const expansion = await expandTerms(read, dialect, [projectId], query.terms)
    const often = { ...expansion, chunks: 9_000, frequency: new Map([['crocodil', 6_000]]) }
    const bounds = { within: [ofProject(projectId)], allowed: null }
    expect([...expansion.frequency.keys()]).toContain('crocodil')
    expect(await findCandidateChunks(read, dialect, query, often, bounds)).toHaveLength(1)
  })
})
