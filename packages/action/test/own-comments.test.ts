// @module-tag thorough
import { expect, test } from 'vitest'
import { makeShop, useScene } from './scene.ts'

const scene = useScene()

const keyOf = async (project: string): Promise<string> => {
  const response = await fetch(`${scene.server.url}/api/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${scene.server.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: project, project, scopes: ['ingest', 'read'] }),
  })
  const { data } = (await response.json()) as { data: { value: string } }
  return data.value
}

test('keys that see one project each write a comment each, and none takes the other’s away', async () => {
  const shop = makeShop(scene)
  const projects = ['web', 'api'].map((name) => `${shop.project}-${name}`)
  for (const project of projects) await shop.pushed({ project, results: { pays: 'passed' } })
  const pull = shop.pull()
  const firstLines = () => shop.comments(pull).map(({ body }) => body.split('\n')[0])
  const report = async (project: string) => {
    const job = shop.jobOf(shop.opened(pull))
    shop.keep(job, { project, results: { pays: 'failed' } })
    await shop.main(job, { 'api-key': await keyOf(project), 'fail-on': 'never' })
  }
  for (const project of [...projects, ...projects]) await report(project)
  expect(firstLines()).toEqual(projects.map((project) => `<!-- svc:pull-request ${project} -->`))
  for (const [i, { body }] of shop.comments(pull).entries())
    expect(body.replaceAll('&#45;', '-').match(/^### .*/gm)).toEqual([
      expect.stringMatching(new RegExp(` · ${projects[i]}$`)),
    ])
  await shop.pushed({ project: 'elsewhere' })
  const job = shop.jobOf(shop.opened(pull))
  shop.keep(job, { project: projects[0] ?? '', results: { pays: 'passed' } })
  await shop.main(job, { 'fail-on': 'never' })
  expect(firstLines()).toHaveLength(3)
  expect(shop.comments(pull)[2]?.body.match(/^### /gm)).toHaveLength(2)
})
