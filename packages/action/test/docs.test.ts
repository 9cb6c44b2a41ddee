// @module-tag thorough
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { pullRequestEvent, pushEvent } from './events.ts'
import { makeShop, useScene } from './scene.ts'
import { addPull } from './world.ts'

const scene = useScene()

const write = (folder: string, files: Record<string, string>) => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

const documents = (project: string) =>
  scene.server.get<{ path: string; revision: number }[]>(`/api/documents?project=${project}`)

test('a push to the default branch pushes the folder; a pull request does not', async () => {
  const shop = makeShop(scene)
  const { place, project } = shop
  await shop.pushed()
  const job = shop.jobOf(pushEvent(place, 'main', shop.first, shop.base))
  execFileSync('git', ['init', '-q'], { cwd: job.workspace })
  write(job.workspace, { 'docs/a.md': '# A\n', 'docs/bad.md': '---\n- x\n---\n', 'other/b.md': '# B\n' })
  const pushed = await shop.main(job, { docs: 'docs', 'fail-on': 'never' })
  expect(pushed.code).toBe(0)
  expect(pushed.raw).toContain('docs: 1 created, 1 refused')
  expect(pushed.raw).toContain('The document docs/bad.md was refused: The front matter must have fields')
  // There are no tests, and this is no fault.
  expect(pushed.raw).not.toContain('Nothing to report')
  expect(await documents(project)).toMatchObject([{ path: 'docs/a.md', revision: 1 }])

  const pull = addPull(shop.repository, { headSha: shop.base })
  const ofPull = shop.jobOf(pullRequestEvent(place, pull, {}))
  write(ofPull.workspace, { 'docs/a.md': '# Not merged\n' })
  const asked = await shop.main(ofPull, { docs: 'docs', 'fail-on': 'never' })
  expect(asked.raw).toContain('docs: not pushed, because this run is not one of the default branch')
  expect(await documents(project)).toMatchObject([{ path: 'docs/a.md', revision: 1 }])
})

test('a workflow of an old commit that runs again leaves the newer documents', async () => {
  const shop = makeShop(scene)
  const job = shop.jobOf(pushEvent(shop.place, 'main', shop.first, shop.base))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@y', ...args], { cwd: job.workspace })
  git('init', '-q')
  const run = async (text: string) => {
    write(job.workspace, { 'docs/a.md': text })
    git('add', '.')
    git('commit', '-qm', text)
    return shop.main(job, { docs: 'docs', 'fail-on': 'never' })
  }
  await run('# one')
  expect((await run('# two')).raw).toContain('docs: 1 revised')
  git('checkout', '-q', 'HEAD~1')
  const again = await shop.main(job, { docs: 'docs', 'fail-on': 'never', 'fail-on-error': 'true' })
  expect(again.code).toBe(0)
  expect(again.raw).toContain('docs: 1 outdated')
  expect(again.raw).toMatch(/docs: commit [0-9a-f]{10} is newer than this one and was pushed before/)
  expect(await documents(shop.project)).toMatchObject([{ path: 'docs/a.md', revision: 2 }])
})

test.each(['nowhere', '../elsewhere', '/etc'])('the folder %s is refused', async (docs) => {
  const shop = makeShop(scene)
  const job = shop.jobOf(pushEvent(shop.place, 'main', shop.first, shop.base))
  const ended = await shop.main(job, { docs, 'fail-on': 'never', 'fail-on-error': 'true' })
  expect(ended.code).toBe(1)
  expect(ended.raw).toContain(`The input docs is ${JSON.stringify(docs)}, and there is no such folder`)
})
