import { expect, test } from 'vitest'
import { elementsIn, textIn } from './xml.ts'

test('texts and elements are found, and entities are read', () => {
  const xml = '<L><C><K>a&amp;b&lt;&#x41;&#66;&quot;&none;</K></C><C><K/></C><T></T><C><K>two</K></C></L>'
  expect(elementsIn(xml, 'C').map((each) => textIn(each, 'K'))).toEqual(['a&b<AB"&none;', null, 'two'])
  expect(textIn(xml, 'T')).toBe('')
  expect(textIn(xml, 'None')).toBeNull()
  expect(textIn('<Code>cut', 'Code')).toBeNull()
  expect(elementsIn('<C>cut', 'C')).toEqual([''])
})
