import { expect, test } from 'vitest'
import { inLines } from './lines.ts'

test('each statement has its line, and texts stay as they are', () => {
  const code =
    'import{a}from"./a.js";const b=()=>{if(a)return`…{a;\nb}`;try{a()}catch{b()}return;};export{b as é};'
  const lines = [
    'import{a}from"./a.js";',
    'const b=()=>{',
    'if(a)return`…{a;',
    'b}`;',
    'try{',
    'a()}catch{',
    'b()}',
    'return;};',
    'export{b as é};',
  ]
  expect(inLines(code)).toBe(lines.join('\n'))
})
