import { expect, test } from 'vitest'
import { onBothDatabases } from '../../../testing/each-database.ts'
import { addProjects, hitsOf, putDocuments } from '../../../testing/knowledge.ts'

onBothDatabases('hits of one document', (make) => {
  test('stay together if their headings answer different parts of a question, and give way if they repeat one', async () => {
    const app = await make()
    await addProjects(app, 'shop')
    const passing = Array.from({ length: 6 }, (_, at) => [
      `docs/${at}.md`,
      `# Page ${at}\n\nThis page mentions a ${at % 2 === 0 ? 'lease' : 'deadline'} once. ${'It is about the colours of a chart. '.repeat(30)}\n`,
    ])
    await putDocuments(app, 'shop', {
      'guide.md':
        '# Guide\n\n## Lease\n\nA worker takes a lease.\n\n## Lease renewed\n\nA worker takes another lease.\n\n## Deadline\n\nA worker has a deadline.\n',
      ...Object.fromEntries(passing),
    })
    const hits = await hitsOf(app, 'lease, deadline', { project: 'shop' })
    const places = ['Lease', 'Deadline', 'Lease renewed'].map((heading) =>
      hits.indexOf(`guide.md#${heading}`),
    )
    expect(places.slice(0, 2).toSorted()).toEqual([0, 1])
    expect(places[2]).toBeGreaterThan(5)
  })
})
