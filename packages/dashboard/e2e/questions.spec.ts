import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { failed, type MadeRun, passed } from '../../../server/src/testing/upload.ts'
import { upload } from './send.ts'
import { expect, settle, test } from './test.ts'
import type { World } from './world.ts'

/**
 * Questions that people ask of such a tool, each answered from the first page, by mouse and by keyboard. The test of a
 * question is the way to its answer.
 */
interface Question {
  /** Of what project; absent: the one that `makeAsked` made. */
  project?: string
  /** By mouse, from the list of projects. */
  click: (page: Page, project: string) => Promise<void>
  /** By keyboard, from the list of projects. */
  type: (page: Page, project: string) => Promise<void>
  answer: (page: Page) => Promise<void>
}

const DAY_MS = 86_400_000

/**
 * `totals the cart` became slow a week ago; #7 broke main; the second push of #8 mended one of two tests; `prints a
 * receipt` fails on one leg.
 */
async function makeAsked({ url, apiKey, seeded: { now } }: World): Promise<string> {
  const project = `asked-${randomUUID().slice(0, 8)}`
  const send = (ago: number, made: MadeRun) =>
    upload(
      { url, apiKey, now },
      { journal: randomUUID(), build: randomUUID(), project, startedAt: now - ago, ...made },
      true,
    )
  const others = ['a', 'b', 'c', 'd', 'e'].map((title) => passed(title))
  for (const days of [27, 22, 17, 12, 6, 4, 2])
    await send(days * DAY_MS, {
      results: [passed('totals the cart', { durationMs: days > 7 ? 50 : 4_000 }), ...others],
    })
  const onMain = {
    branch: 'main',
    testedSha: 'c'.repeat(40),
    message: 'Round each line (#7)',
    author: 'Grace Hopper',
  }
  await send(DAY_MS, {
    code: onMain,
    codeowners: { path: 'CODEOWNERS', text: '* @acme/cart\n' },
    results: [failed('totals the cart', { message: 'a cent too much' }), ...others],
  })
  const topic = { branch: 'topic', baseBranch: 'main', pullRequest: 8, repository: `acme/${project}` }
  const broken = ['f', 'g'].map((title) => failed(title, { message: `${title} is wrong` }))
  const first = { ...topic, testedSha: 'd'.repeat(40), message: 'Pay later' }
  await send(7_200_000, { code: first, results: [passed('totals the cart'), ...others, ...broken] })
  const second = { ...topic, testedSha: 'e'.repeat(40), message: 'Mend f' }
  await send(3_600_000, {
    code: second,
    results: [passed('totals the cart'), ...others, passed('f'), ...broken.slice(1)],
  })
  for (const [leg, made] of [
    ['linux', passed('prints a receipt')],
    ['windows', failed('prints a receipt', { message: 'EBUSY: the file is open' })],
  ] as const)
    await send(DAY_MS * 2, { part: { leg }, code: { branch: 'legs' }, results: [made, ...others] })
  return project
}

const open = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first().click()
const openProject = (page: Page, project: string) =>
  page.getByRole('main').getByRole('link', { name: project, exact: true }).first().click()
const bar = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click()
const sortBy = (page: Page, name: string) => page.getByRole('columnheader', { name }).getByRole('button')

const KEYS = { executions: 'e', pulls: 'p', tests: 't', flaky: 'f', failures: 'x', trends: 'r' }

/** To a page of a project by the palette and the keys `g …`. */
async function go(page: Page, project: string, path?: keyof typeof KEYS): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type(project)
  await expect(page.getByRole('option', { name: project }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/o/default/${project}`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await settle(page)
  if (path === undefined) return
  // On a busy machine the second key may come too late to belong to the first.
  await expect(async () => {
    await page.keyboard.press('g')
    await page.keyboard.press(KEYS[path])
    expect(page.url()).toContain(`/${path}`)
  }).toPass()
  await settle(page)
}

/** Presses Tab until the element has the focus, then Enter. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let i = 0; i < 120; i++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(wanted).toBeFocused()
  await page.keyboard.press('Enter')
}

const rows = (page: Page) => page.locator('.data-table tbody tr')
const runningOf = (project: string) => new RegExp(`^\\d+ running of ${project}$`)

const QUESTIONS: Record<string, Question> = {
  'which pull request broke main?': {
    click: openProject,
    type: (page, project) => go(page, project),
    answer: async (page) => {
      await expect(page.getByRole('region', { name: 'Look first' })).toContainText('c'.repeat(7))
      await expect(page.locator('.answer')).toContainText(
        /main fails\s*Since .+, with c{7} Round each line \(#7\) by Grace Hopper/,
      )
    },
  },
  'which pull request broke any project?': {
    click: (page) => open(page, /^Wall of /),
    type: (page) => tabTo(page, page.getByRole('link', { name: /^Wall of / }).first()),
    answer: async (page) => {
      const tile = page.locator('.tile', { hasText: /asked-/ }).first()
      await expect(tile).toContainText('Round each line (#7)')
      await expect(tile).toContainText('by Grace Hopper')
    },
  },
  'who owns the failing tests?': {
    click: (page) => open(page, /^Wall of /),
    type: async (page) => {
      await page.keyboard.press('ControlOrMeta+k')
      await page.keyboard.type('wall')
      await expect(page.getByRole('option', { name: /^Wall/ })).toBeVisible()
      await page.keyboard.press('Enter')
    },
    answer: (page) =>
      expect(page.locator('.tile', { hasText: /asked-/ }).first()).toContainText('owned by @acme/cart'),
  },
  'what is running now?': {
    project: 'shop',
    click: (page, project) => open(page, runningOf(project)),
    type: (page, project) => tabTo(page, page.getByRole('link', { name: runningOf(project) })),
    answer: async (page) => {
      await expect(page).toHaveURL(/\/shop\/executions\?status=running/)
      await expect(page.getByRole('list', { name: 'Executions' })).toContainText('still-running')
    },
  },
  'is it only on Windows?': {
    click: async (page, project) => {
      await openProject(page, project)
      await bar(page, 'Tests')
      await open(page, 'prints a receipt')
    },
    type: async (page, project) => {
      await go(page, project, 'tests')
      await tabTo(page, page.getByRole('link', { name: 'prints a receipt' }))
    },
    answer: (page) =>
      expect(page.getByText('Failed on windows only, never on linux in these runs.')).toBeVisible(),
  },
  'has anyone fixed it?': {
    project: 'insights',
    click: async (page, project) => {
      await openProject(page, project)
      await bar(page, 'Failures')
      await open(page, /connect ECONNREFUSED/)
    },
    type: async (page, project) => {
      await go(page, project, 'failures')
      await tabTo(page, page.getByRole('link', { name: /connect ECONNREFUSED/ }))
    },
    answer: (page) =>
      expect(page.locator('.fact-list div', { hasText: /^Fix/ })).toHaveText(
        /^Fix(none is recorded|[0-9a-f]{7}, )/,
      ),
  },
  'what did agents change this week?': {
    click: async (page) => {
      await bar(page, 'Agents')
      await open(page, 'Changes')
    },
    type: async (page) => {
      await expect(page.getByRole('navigation').getByRole('link', { name: 'Agents' }).first()).toBeVisible()
      await page.keyboard.press('g')
      await page.keyboard.press('a')
      await tabTo(page, page.getByRole('link', { name: 'Changes' }))
    },
    answer: async (page) => {
      await expect(page.getByText(/^In the last 7 days, agents finished \d+ task/)).toBeVisible()
      await expect(page.getByRole('list', { name: 'Changes of agents' })).toContainText(
        'Describe the flaky basket in a document',
      )
    },
  },
  'which test is new in this pull request?': {
    click: async (page, project) => {
      await page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ hasText: project })
        .getByRole('link', { name: /#8/ })
        .click()
      await open(page, /^2 new/)
    },
    type: async (page, project) => {
      await go(page, project, 'pulls')
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await tabTo(page, page.getByRole('link', { name: /^2 new/ }))
    },
    answer: (page) =>
      expect(page.getByRole('region', { name: /^New tests/ }).getByRole('listitem')).toHaveText([/^g/, /^f/]),
  },
  'what should I fix first?': {
    project: 'insights',
    click: openProject,
    type: (page, project) => go(page, project),
    answer: async (page) => {
      const first = page.getByRole('region', { name: 'Look first' })
      await expect(first).toContainText('broken')
      await expect(first).toContainText('exports a year')
    },
  },
  'did my last push help?': {
    click: (page, project) =>
      page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ hasText: project })
        .getByRole('link', { name: /#8/ })
        .click(),
    type: async (page, project) => {
      await go(page, project, 'pulls')
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
    },
    answer: (page) => expect(page.locator('.answer')).toContainText('2nd push fixed 1, 1 left'),
  },
  'is this test slower than last month?': {
    click: async (page, project) => {
      await openProject(page, project)
      await bar(page, 'Tests')
    },
    type: (page, project) => go(page, project, 'tests'),
    answer: (page) =>
      expect(rows(page).filter({ hasText: 'totals the cart' })).toContainText('slower: 4.0 s, was 50 ms'),
  },
  'since when is this test slower?': {
    click: async (page, project) => {
      await openProject(page, project)
      await bar(page, 'Tests')
      await open(page, 'totals the cart')
    },
    type: async (page, project) => {
      await go(page, project, 'tests')
      await page.keyboard.press('/')
      await page.keyboard.type('totals')
      await expect(rows(page)).toHaveCount(1)
      await page.keyboard.press('Tab')
      await tabTo(page, page.getByRole('link', { name: 'totals the cart' }))
    },
    // In the head of the page: behind its history, nobody would look for it.
    answer: (page) =>
      expect(page.locator('.test-page > header')).toContainText(
        'Slower than before: median 4.0 s in the last 7 days, 50 ms in the runs before.',
      ),
  },
  'which test is the slowest?': {
    click: async (page, project) => {
      await openProject(page, project)
      await bar(page, 'Tests')
      await sortBy(page, 'Duration').click()
    },
    type: async (page, project) => {
      await go(page, project, 'tests')
      await tabTo(page, sortBy(page, 'Duration'))
    },
    answer: async (page) => {
      await expect(page).toHaveURL(/sort=-duration/)
      await expect(rows(page).first()).toContainText(/\d ms|\d s/)
    },
  },
  'which flaky test costs the most?': {
    project: 'insights',
    click: async (page, project) => {
      await openProject(page, project)
      await bar(page, 'Flaky')
      await sortBy(page, 'Cost').click()
    },
    type: async (page, project) => {
      await go(page, project, 'flaky')
      await tabTo(page, sortBy(page, 'Cost'))
    },
    answer: (page) => expect(rows(page).first()).toContainText(/\d attempts/),
  },
  'who owns this flaky test?': {
    project: 'insights',
    click: async (page, project) => {
      await openProject(page, project)
      await bar(page, 'Flaky')
    },
    type: (page, project) => go(page, project, 'flaky'),
    answer: (page) =>
      expect(rows(page).filter({ hasText: 'waits until typing stops' })).toContainText('@acme/search'),
  },
  'which tests of my team are flaky?': {
    project: 'insights',
    click: async (page, project) => {
      await openProject(page, project)
      await bar(page, 'Flaky')
      await page.getByRole('button', { name: 'Owner: all' }).click()
      await open(page, '@acme/search')
    },
    type: async (page, project) => {
      await go(page, project, 'flaky')
      await tabTo(page, page.getByRole('button', { name: 'Owner: all' }))
      await tabTo(page, page.getByRole('link', { name: '@acme/search' }))
    },
    answer: async (page) => {
      await expect(page.getByRole('button', { name: 'Owner: @acme/search' })).toBeVisible()
      await expect(rows(page)).toContainText([/@acme\/search/])
    },
  },
  'is this error known, and how often does it occur?': {
    project: 'insights',
    click: async (page, project) => {
      await openProject(page, project)
      await bar(page, 'Failures')
      await open(page, /connect ECONNREFUSED/)
    },
    type: async (page, project) => {
      await go(page, project, 'failures')
      await tabTo(page, page.getByRole('link', { name: /connect ECONNREFUSED/ }))
    },
    answer: async (page) => {
      await expect(page.getByRole('slider', { name: /failures on \d+ of 30 days/ })).toBeVisible()
      await expect(page.locator('.fact-list div', { hasText: /^Documented in/ })).toHaveText(
        'Documented innowhere yet',
      )
    },
  },
  'does the pass rate get better?': {
    project: 'insights',
    click: async (page, project) => {
      await openProject(page, project)
      await bar(page, 'Trends')
    },
    type: (page, project) => go(page, project, 'trends'),
    answer: (page) => expect(page.getByRole('group', { name: 'Pass rate' })).toBeVisible(),
  },
  'why did my pull request fail?': {
    click: async (page, project) => {
      await openProject(page, project)
      await bar(page, 'Pull requests')
      await open(page, /#8/)
    },
    type: async (page, project) => {
      await go(page, project, 'pulls')
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
    },
    answer: async (page) => {
      await expect(page).toHaveURL(/\/pulls\/8/)
      await expect(page.getByText('g is wrong').first()).toBeVisible()
    },
  },
  'since when does a test fail on main?': {
    project: 'insights',
    click: async (page, project) => {
      await openProject(page, project)
      await bar(page, 'Flaky')
      await page.getByLabel('State').selectOption('Broken')
    },
    type: async (page, project) => {
      await go(page, project)
      await tabTo(page, page.getByRole('link', { name: /broken test/ }))
    },
    answer: (page) => expect(rows(page).first()).toContainText(/broken since/),
  },
}

test.describe('a new user finds out', () => {
  let asked: string | undefined
  for (const [question, { project, click, type, answer }] of Object.entries(QUESTIONS))
    for (const [by, way] of [['mouse', click] as const, ['keyboard', type] as const])
      test(`${question} By ${by}`, async ({ page, world }) => {
        asked ??= project === undefined ? await makeAsked(world) : undefined
        await page.goto('/')
        await settle(page)
        await way(page, project ?? asked ?? '')
        await settle(page)
        await answer(page)
      })
})
