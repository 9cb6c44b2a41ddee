import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Execution } from '../data/queries.ts'
import { ErrorList, readSnippet } from './error-view.tsx'
import { Output } from './output.tsx'

const execution = {} as Execution
const htmlOf = (errors: Parameters<typeof ErrorList>[0]['errors'], among = 1) =>
  renderToStaticMarkup(createElement(ErrorList, { execution, errors, among }))
const messagesIn = (html: string) =>
  [...html.matchAll(/<p class="error">(.*?)<\/p>/g)].map(([, text]) => text)

test('each error stands before its cause and its members', () => {
  const html = htmlOf([
    { message: 'all', cause: { message: 'why' }, errors: [{ message: 'one' }, { message: 'two' }] },
    { message: 'next' },
  ])
  expect(messagesIn(html)).toEqual(['all', 'why', 'one', 'two', 'next'])
  expect(html.match(/Caused by/g)).toHaveLength(1)
})

test('of thousands of errors, ten are drawn at once on a page, whatever contains them', () => {
  const twenty = <T>(made: (i: number) => T) => Array.from({ length: 20 }, (_, i) => made(i))
  const errors = twenty((i) => ({
    message: `error ${i}`,
    errors: twenty((j) => ({ message: `member ${j}`, cause: { message: 'its cause' } })),
  }))
  const html = htmlOf(errors)
  expect(messagesIn(html)).toHaveLength(10)
  expect(html).toContain('810 more errors')
  expect(messagesIn(htmlOf(errors, 24))).toHaveLength(1)
})

test('lines of a code frame, with the line of the failure and its caret', () => {
  expect(readSnippet('  47 | const a = 1\n> 48 | expect(a)\n     |   ^\nno frame\n')).toEqual([
    { number: '47', text: 'const a = 1', kind: 'code' },
    { number: '48', text: 'expect(a)', kind: 'here' },
    { number: '', text: '  ^', kind: 'caret' },
    { number: '', text: 'no frame', kind: 'code' },
  ])
})

test('an output with more colours than a page draws at once has none, and all of its text', () => {
  const output = (text: string, among = 1) =>
    renderToStaticMarkup(createElement(Output, { text, label: 'Output', among }))
  const colourful = '\u001b[31ma\u001b[32mb'.repeat(300)
  expect(output(colourful).match(/class="failed"/g)).toHaveLength(300)
  const plain = output(colourful, 48)
  expect(plain).not.toContain('class="failed"')
  expect(plain).toContain(`>${'ab'.repeat(300)}<`)
})
