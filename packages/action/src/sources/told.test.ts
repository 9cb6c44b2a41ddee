import { expect, test } from 'vitest'
import { toldOf } from './journals.ts'

const MAIN = { isPost: false, isForeign: false, isOidc: false }
const path = '/w/.svc/journal/a.ndjson'

test('what arrived is a line of the log, and nothing else', () => {
  expect(toldOf({ path, state: 'sent' }, MAIN)).toBeUndefined()
  expect(toldOf({ path, state: 'empty' }, MAIN)).toBeUndefined()
  expect(toldOf({ path, state: 'sent', note: '10 artifacts sent' }, MAIN)).toEqual({
    level: 'log',
    text: 'Results were sent: 10 artifacts sent.',
  })
})

test('a loss beside sent results is a warning that does not say they are missing', () => {
  const note = '6 artifacts sent, 1 left out (1 gone)'
  expect(toldOf({ path, state: 'sent', note, hasLoss: true }, MAIN)).toEqual({
    level: 'warning',
    text: 'Results were sent, but not all attachments: 6 artifacts sent, 1 left out (1 gone).',
  })
  expect(toldOf({ path, state: 'sent', reason: 'the journal could not be removed: EROFS' }, MAIN)).toEqual({
    level: 'warning',
    text: 'Results were sent, but the journal could not be removed: EROFS.',
  })
  const reason = 'the results were sent, but 3 of 10 artifacts were not: the server is busy'
  expect(toldOf({ path, state: 'postponed', reason, hasResults: true }, MAIN)).toEqual({
    level: 'warning',
    text: 'The results were sent, but 3 of 10 artifacts were not: the server is busy. The post step of this action retries once.',
  })
})

test('missing results are an error, with what helps', () => {
  const told = (state: 'rejected' | 'denied' | 'postponed', reason: string, more: object = {}) =>
    toldOf({ path, state, reason }, { ...MAIN, ...more })
  expect(told('postponed', 'no answer')).toEqual({
    level: 'error',
    text: 'Results could not be sent: no answer. The post step of this action retries once.',
  })
  expect(told('postponed', 'no answer', { isPost: true })?.text).toBe('Results could not be sent: no answer.')
  expect(told('postponed', 'no answer', { isForeign: true })?.text).toMatch(/Re-run this workflow/)
  expect(told('rejected', 'its first line is damaged')?.text).toBe(
    'The server rejected a journal, which was moved aside: its first line is damaged.',
  )
  expect(told('denied', 'refused (401)')?.text).toMatch(/create a new one/)
  expect(told('denied', 'refused (401)', { isOidc: true })?.text).toMatch(/re-run the job/)
})

test('a run that goes on is promised to the post step only where one follows', () => {
  expect(toldOf({ path, state: 'running' }, MAIN)).toMatchObject({ level: 'notice' })
  for (const last of [{ isPost: true }, { isForeign: true }]) {
    const told = toldOf({ path, state: 'running' }, { ...MAIN, ...last })
    expect(told).toMatchObject({ level: 'warning', text: expect.stringContaining('results are missing') })
    expect(told?.text).not.toContain('post step')
  }
})
