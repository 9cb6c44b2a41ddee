import { expect, test } from 'vitest'
import { readText } from '../testing/read.ts'
import { rootOf } from './root-of.ts'

test('what may stand before the first element is passed over', () => {
  expect(rootOf('<?xml version="1.0"?>\n<!-- <test-run> -->\n<!DOCTYPE a SYSTEM "b">\n<a/>')).toBe('<a/>')
  expect(rootOf('<!DOCTYPE a [<!ENTITY b "c">]><a/>')).toMatch(/^<!DOCTYPE a \[/)
})

test('a format that only occurs within another is not detected', async () => {
  for (const text of [
    '# How it looks\n<test-run id="2"><test-case result="Passed"/></test-run>',
    '<report-result><assemblies><assembly name="A"/></assemblies></report-result>',
    '<test-suite xmlns="urn:model.allure.qatools.yandex.ru" start="1"><test-cases/></test-suite>',
    '<page><TestRun id="1"/></page>',
  ]) {
    const { file, outcome } = await readText(text)
    expect(file.problem?.reason).toMatch(/none of the known formats/)
    expect(outcome.isBroken).toBe(true)
  }
})
