import { expect, test } from 'vitest'
import { onBothDatabases } from '../../../testing/each-database.ts'
import { addProjects, hitsOf, putDocuments } from '../../../testing/knowledge.ts'

onBothDatabases('a word that no document has', (make) => {
  test('finds words written alike, unless it has only three letters', async () => {
    const app = await make()
    await addProjects(app, 'shop')
    await putDocuments(app, 'shop', {
      'redirects.md': '# Redirects\n\nEach redirect leads to https.\n',
      'limits.md': '# Limits\n\nA limit covers every verb. Omit it, and start over.\n',
    })
    expect(await hitsOf(app, 'rediriger vers https', { project: 'shop' })).toEqual(['redirects.md#Redirects'])
    expect(await hitsOf(app, 'https mit redirekt', { project: 'shop' })).toEqual(['redirects.md#Redirects'])
    expect(await hitsOf(app, 'limti', { project: 'shop' })).toEqual(['limits.md#Limits'])
  })
})
