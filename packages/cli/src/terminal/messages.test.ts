import { expect, test } from 'vitest'
import { say } from './messages.ts'

const output = (text: string, columns?: number) => {
  let said = ''
  const write = (piece: string) => {
    said += piece
  }
  say(
    { stderr: { write, ...(columns !== undefined && { isTTY: true, columns }) }, folder: '/' },
    'next: ',
    text,
  )
  return said
}

test('messages break between words at the width of the terminal, and nowhere if piped', () => {
  const text =
    'see that the server runs, that nothing on the way holds it up, and that SVC_URL is its address'
  expect(output(text)).toBe(`next: ${text}\n`)
  expect(output(text, 80)).toBe(
    'next: see that the server runs, that nothing on the way holds it up, and that\n      SVC_URL is its address\n',
  )
  expect(output(text, 40).split('\n')[0]).toBe('next: see that the server runs, that')
  expect(output(text, 200).split('\n')[0]).toHaveLength(100)
})

test('a command or an address is never broken, and comes out with plain spaces', () => {
  for (const copied of [
    "npx --no svc compare auto 01a2000a-d9fe-7544-9c53-f3c482fc820c --url 'http://a b'",
    'npx --no svc keys create <name> --role viewer',
    'npx --no svc flush packages/web --timeout 72',
    'npx --no svc help keys create',
    'pnpm exec svc flush packages/web --timeout 72',
    'yarn svc compare --suite unit',
    'bun run svc doctor packages/web',
    'export SVC_URL=http://127.0.0.1:4700/a/very/long/address/that/is/longer/than/a/line',
    'http://127.0.0.1:4700/executions/01a2000a-d9fe-7544-9c53-f3c482fc820c?and=more&of=it',
  ]) {
    const lines = output(
      `there is more than one way to do it, of which the best is this: ${copied}, at once`,
      40,
    )
    expect(lines.split('\n').filter((line) => line.includes(copied))).toHaveLength(1)
    expect(lines).not.toContain('\u00a0')
  }
  expect(output('npx --no svc doctor tells what else may be wrong with the set-up here', 40)).toBe(
    'next: npx --no svc doctor tells what\n      else may be wrong with the set-up\n      here\n',
  )
})

test('text of others does nothing to a terminal', () => {
  expect(output('a\u001b[31mb\u001b]0;title\u0007 \u202ec\u0008')).toBe('next: ab c\n')
})
