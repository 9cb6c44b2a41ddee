import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ensureChromium } from '@svc/test-kit/ensure-chromium'
import { openApp } from './open-app.ts'
import { toPage } from './page.ts'
import { startPhotographer } from './picture.ts'
import { SCENARIOS } from './scenarios.ts'

/** The width of a phone, and of a comment on GitHub on a desktop. */
const WIDTHS = { phone: 375, desk: 880 }

/**
 * Renders the comment of several pull requests as GitHub would: Markdown, page, and pictures for a
 * phone and a desktop, folded and unfolded.
 * The first argument is the folder, the others name the only situations that are shown.
 */
const [into = '.test/comments', ...only] = process.argv.slice(2)
const folder = resolve(into)
mkdirSync(folder, { recursive: true })
const chromium = await ensureChromium({
  path: process.env.PATH ?? '',
  isRoot: process.getuid?.() === 0,
  say: console.log,
})
const photographer = 'missing' in chromium ? null : await startPhotographer(chromium.executable)
for (const [name, play] of Object.entries(SCENARIOS)) {
  if (only.length > 0 && !only.includes(name)) continue
  const data = mkdtempSync(join(tmpdir(), 'svc-comment-'))
  const app = await openApp(data)
  await play(app)
  const answer = await app.request('/api/pull-requests/7')
  const { data: comment } = (await answer.json()) as { data: { markdown: string } }
  await app.close()
  rmSync(data, { recursive: true, force: true })
  writeFileSync(join(folder, `${name}.md`), comment.markdown)
  for (const theme of ['light', 'dark'] as const) {
    const page = join(folder, `${name}-${theme}.html`)
    writeFileSync(page, toPage(comment.markdown, theme))
    for (const [device, width] of Object.entries(WIDTHS))
      for (const isUnfolded of [false, true]) {
        if (isUnfolded && !comment.markdown.includes('<details>')) continue
        const picture = `${name}-${device}-${theme}${isUnfolded ? '-unfolded' : ''}.png`
        await photographer?.take(page, join(folder, picture), { width, isUnfolded })
      }
  }
  console.log(`${name}: ${Buffer.byteLength(comment.markdown)} bytes`)
}
await photographer?.close()
console.log('missing' in chromium ? `No pictures: ${chromium.missing}` : `Pictures are in ${folder}`)
