import { expect, test } from 'vitest'
import { type Compared, grouped } from '../../testing/compare.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import { failed, passed, settled } from '../../testing/upload.ts'

onEachDatabase('groups of changes', (makeApp) => {
  test('each group tells its total, its first entries and, page by page, the rest', async () => {
    const app = await makeApp()
    const names = Array.from({ length: 7 }, (_, i) => `test ${i}`)
    const base = await settled(app, {
      results: [...names.map((name) => passed(name)), failed('x'), failed('y')],
    })
    const errors = names.slice(0, 3).map((name) => ({ file: `${name}.ts`, failure: { message: name } }))
    const head = await settled(app, {
      results: [...names.map((name) => failed(name)), passed('x'), failed('y'), passed('new')],
      errors,
    })
    const page = async (query: string) =>
      (await app.get<Compared>(`/api/compare?base=${base}&head=${head}${query}`)).data
    const first = await page('&limit=3')
    expect(first.totals).toMatchObject({ regressions: 7, improvements: 1, errorsIntroduced: 3, newTests: 1 })
    expect(first.verdicts).toMatchObject({ unknown: 7, mine: 0 })
    expect(grouped(first)).toEqual({
      regressions: names.slice(0, 3),
      stillFailing: ['y'],
      newTests: ['new'],
      improvements: ['x'],
    })
    expect(first.nextCursors).toMatchObject({ improvements: null, errorsIntroduced: null })
    const titles = first.regressions.map((change) => change.titles[0])
    for (let cursor = first.nextCursors.regressions; cursor !== null; ) {
      const more: Compared = await page(`&limit=3&group=regressions&cursor=${cursor}`)
      expect(Object.keys(grouped(more))).toEqual(['regressions'])
      expect(more.totals).toEqual(first.totals)
      titles.push(...more.regressions.map((change) => change.titles[0]))
      cursor = more.nextCursors.regressions
    }
    expect(titles).toEqual(names)
    const twice = await page('&limit=2&group=errorsIntroduced')
    expect([grouped(twice), twice.errors.introduced.length]).toEqual([{}, 2])
    const { errors: rest } = await page(
      `&group=errorsIntroduced&cursor=${twice.nextCursors.errorsIntroduced}`,
    )
    expect(rest.introduced.map(({ message }) => message)).toEqual(['test 2'])

    const ranked = await page('&limit=8&group=ranked')
    expect(ranked.errors.introduced).toHaveLength(3)
    expect([grouped(ranked), ranked.nextCursors.regressions]).toEqual([
      { regressions: names.slice(0, 5) },
      null,
    ])
    const last = await page(`&limit=5&group=ranked&cursor=${ranked.nextCursor}`)
    expect([grouped(last), last.nextCursor]).toEqual([
      { regressions: names.slice(5), stillFailing: ['y'], improvements: ['x'] },
      null,
    ])
    expect(last.totals).toEqual(first.totals)

    const cursor = first.nextCursors.regressions
    for (const [query, message] of [
      ['group=x', 'group must be one of errorsIntroduced, regressions'],
      ['limit=0', 'limit must be a whole number from 1 to 200'],
      ['limit=201', 'limit must be a whole number from 1 to 200'],
      ['cursor=x', 'cursor must be the nextCursor of an earlier page'],
      [`cursor=${cursor}`, 'the group regressions'],
      [`group=removed&cursor=${cursor}`, 'belongs to the group regressions. Begin again'],
      [`group=removed&cursor=${ranked.nextCursor}`, 'belongs to the list of all groups. Begin again'],
      ['page=2', 'There is no parameter "page"'],
    ])
      expect(await app.get(`/api/compare?base=${base}&head=${head}&${query}`)).toMatchObject({
        status: 400,
        error: { code: 'INVALID_REQUEST', message: expect.stringContaining(message as string) },
      })
    expect(await app.get(`/api/compare?base=${head}&head=${head}&cursor=${cursor}`)).toMatchObject({
      status: 400,
      error: {
        message: expect.stringContaining('cursor must be the nextCursor of an earlier page with the same'),
      },
    })
  })
})
