import { randomUUID } from 'node:crypto'
import { failed, failedTwice, type MadeRun, passed } from '../../../server/src/testing/upload.ts'
import { ask, joinAs } from './people.ts'
import { upload } from './send.ts'
import { expect, settle, test } from './test.ts'

test('a person with one project is led to it, with two to their list', async ({
  page,
  visitor,
  world,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 40[014]/)
  await joinAs(page, visitor, 'admin', 'Solo Founder')
  await ask(visitor, 'POST', '/api/organizations', { name: 'Solo', slug: 'solo' })
  const members = await ask<{ id: string; name: string }[]>(visitor, 'GET', '/api/members')
  const own = members.find(({ name }) => name === 'Solo Founder')?.id
  await ask(visitor, 'DELETE', `/api/members/${own}`)
  const key = await ask<{ value: string }>(
    visitor,
    'POST',
    '/api/keys',
    { name: 'ci', role: 'editor' },
    'solo',
  )
  const send = async (project: string) => {
    const sent = await fetch(`${world.url}/api/test-results`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key.value}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ project, results: [{ file: 'a', titles: ['b'], status: 'passed' }] }),
    })
    expect(sent.status).toBe(200)
  }
  await visitor.goto('/')
  await expect(visitor.getByRole('heading', { name: 'No project yet' })).toBeVisible()
  await send('only')
  await visitor.goto('/executions/none')
  await visitor.goto('/')
  await expect(visitor).toHaveURL('/o/solo/only')
  await settle(visitor)
  await expect(visitor.getByRole('link', { name: 'svc: all projects' })).toBeVisible()
  // The start page is replaced: back leads to what was before, not to the redirect again.
  await visitor.goBack()
  await expect(visitor).toHaveURL('/executions/none')
  await send('second')
  await visitor.goto('/')
  await expect(visitor.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await expect(visitor.getByRole('main').getByRole('listitem')).toHaveText([/^second/, /^only/])
  await expect(visitor).toHaveURL('/')
})

test('the start page shows each default branch, its newest run, its days and the pull requests that broke something', async ({
  page,
  world,
}) => {
  const { url, apiKey, seeded } = world
  const project = `home-${randomUUID().slice(0, 8)}`
  const works = ['a', 'b', 'c', 'd'].map((title) => passed(title))
  let sent = 0
  const send = async (made: MadeRun) => {
    const own = { project, journal: randomUUID(), build: randomUUID(), ...made }
    const startedAt = seeded.now - 7_200_000 + ++sent * 60_000
    return (await upload({ url, apiKey, now: seeded.now }, { ...own, startedAt }, true)).execution
  }
  for (let i = 0; i < 5; i++) await send({ results: works })
  const code = { branch: 'topic', baseBranch: 'main', repository: `acme/${project}` }
  await send({ code: { ...code, pullRequest: 5 }, results: [...works.slice(1), failedTwice('a')] })
  await send({ code: { ...code, pullRequest: 6 }, results: works })
  await send({ suite: 'e2e', results: works })
  const newest = await send({ suite: 'e2e', results: [failed('a'), ...works.slice(1)] })
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && pathname !== '/api/events') reads.push(pathname)
  })
  await page.goto('/')
  await settle(page)
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: project })
  await expect(row.getByRole('img', { name: 'failed', exact: true })).toBeVisible()
  await expect(row).toContainText('main fails: 1 of 2 suites')
  const days = row.getByRole('slider', { name: `${project}: 7 runs on 14 days, 1 failed` })
  await days.focus()
  await page.keyboard.press('End')
  await expect(row.locator('.chart-tip')).toContainText(/\w{3}.* \d+ \w{3}/)
  await expect(days).toHaveAttribute('aria-valuetext', /\d passed, \d failed$/)
  await page.keyboard.press('Escape')
  await expect(row.getByRole('link', { name: /^red #5 This change broke 1 test/ })).toBeVisible()
  await expect(row.getByRole('link', { name: /#6/ })).toHaveCount(0)
  await expect(row.getByRole('link', { name: 'newest run' })).toHaveAttribute('href', `/executions/${newest}`)
  // What fails comes first, with one read beside who asks.
  // An event of another test's upload reads the list again.
  expect([...new Set(reads)].sort()).toEqual(['/api/home', '/api/whoami'])
  await row.getByRole('link', { name: project, exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/o/default/${project}`)
  await page.goBack()
  await settle(page)
  await days.focus()
  for (let i = 0; i < 14 && !(await days.getAttribute('aria-valuetext'))?.includes(' 6 passed'); i++)
    await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/executions\?branch=main&from=/)
})
