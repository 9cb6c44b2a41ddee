import { expect, settle, test } from './test.ts'

// "בדיקה 7" beside "3": without isolation, a reader sees "3 7 בדיקה", and the count seems to be part of the name.

test('a right-to-left name stays beside its counts, and so does what follows it', async ({ page, world }) => {
  const post = async (path: string, data: object) => {
    const headers = { authorization: `Bearer ${world.apiKey}` }
    expect((await page.request.post(world.url + path, { headers, data })).status()).toBe(200)
  }
  await post('/api/bus/agents', { name: 'hebrew', displayName: 'סוכן 7', instance: 'مشغل 12' })
  await post('/api/test-results', {
    project: 'rtl',
    suite: 'יחידה 7',
    code: { branch: 'ענף/3', testedSha: 'c'.repeat(40), message: 'تغيير 5' },
    results: [
      {
        file: 'src/סל.test.ts',
        titles: ['סל קניות', 'מוסיף 3 פריטים'],
        status: 'failed',
        errors: [{ message: 'شيء 4' }],
      },
      { file: 'src/a.test.ts', titles: ['اختبار 9'], status: 'passed' },
    ],
  })
  for (const path of [
    '/o/default/agents',
    '/o/default/rtl',
    '/o/default/rtl/executions',
    '/o/default/rtl/tests',
  ]) {
    await page.goto(path)
    await settle(page)
    await expect(page.getByRole('main').locator('bdi').first()).toBeVisible()
    expect([path, await page.evaluate(swapped)]).toEqual([path, []])
  }
})

/** Texts on one line with a right-to-left name that do not stand on their own side of it. */
function swapped(): string[] {
  return [...document.querySelectorAll('main bdi')].flatMap((name) => {
    const box = name.getBoundingClientRect()
    return [name.previousSibling, name.nextSibling].flatMap((beside, isAfter) => {
      if (beside?.nodeType !== Node.TEXT_NODE || beside.textContent?.trim() === '') return []
      const range = document.createRange()
      range.selectNodeContents(beside)
      const other = range.getBoundingClientRect()
      const isApart = isAfter ? other.left >= box.right - 1 : other.right <= box.left + 1
      return Math.abs(other.top - box.top) > 5 || isApart ? [] : [`${name.textContent} ${beside.textContent}`]
    })
  })
}
