import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readDocument } from '../../../testing/document.ts'
import { makeApp } from '../../../testing/make-app.ts'

test('the reference lists every operation, with an example of each', async () => {
  const app = await makeApp()
  const answer = await app.request('/docs/api', { key: null })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  const page = await answer.text()
  for (const { id, method, path } of (await readDocument()).operations) {
    const section = page.split(`<section class="operation" id="${id}">`)[1]?.split('</section>')[0] ?? ''
    expect(section, id).toContain(`<code>${path}</code>`)
    expect(section, id).toContain(`>${method}</span>`)
    expect(section, id).toMatch(/<h4>Example<\/h4>\s*<pre tabindex="0"><code>curl/)
  }
})

test('it asks nothing of anyone else: no script, one style that its policy knows by its sum, links that lead somewhere', async () => {
  const app = await makeApp()
  const answer = await app.request('/docs/api', { key: null })
  const page = await answer.text()
  const policy = answer.headers.get('Content-Security-Policy') ?? ''
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  expect(policy).not.toContain('unsafe')
  expect(page).not.toMatch(/<script|<img|<link|\sstyle=|\son\w+=/)
  const ids = new Set([...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))
  const targets = [...page.matchAll(/\shref="([^"]+)"/g)].map(([, href = '']) => href)
  expect(targets.filter((href) => !href.startsWith('#'))).toEqual(['/openapi.json'])
  expect(targets.filter((href) => href.startsWith('#') && !ids.has(href.slice(1)))).toEqual([])
})

test('what a document says is text, never markup', async () => {
  const { referencePage } = await import('./page.ts')
  const { document } = await readDocument()
  const [path = ''] = Object.keys(document.paths)
  const [method = ''] = Object.keys(document.paths[path] ?? {})
  const operation = document.paths[path]?.[method]
  if (!operation) throw new Error('The document has an operation')
  const hostile = { ...operation, summary: '<script>alert(1)</script> `<b>`' }
  const page = await referencePage({ ...document, paths: { [path]: { [method]: hostile } } }, {})
  expect(page).not.toContain('<script')
  expect(page).toContain('&lt;script&gt;alert(1)')
})
