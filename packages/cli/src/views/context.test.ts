import { expect, test } from 'vitest'
import { contextText } from './context.ts'

const ID = '01a21fcd-a890-7685-a0c8-7250a83027bb'
const shown = (text: string, name?: string) =>
  contextText({ text } as Parameters<typeof contextText>[0], { name, options: { suite: 'e2e' } })

test('what the server suggests as a tool is a command in a shell', () => {
  expect(shown(`Next: svc_read_doc {"doc_id":"${ID}","scope":"org"} — the document with the known fix`)).toBe(
    `Next: npx --no svc docs read ${ID} — the document with the known fix\n`,
  )
  expect(shown(`Next: svc_get_artifact {"artifact":"${ID}"} — the text of an artifact`)).toBe(
    `Next: npx --no svc artifact ${ID} — the text of an artifact\n`,
  )
  expect(shown('Next: svc_get_failures {"branch":"x","cursor":"abc"} — the next clusters', 'x')).toBe(
    'Next: npx --no svc failures --context x --suite e2e --cursor abc — the next clusters\n',
  )
  expect(shown(`Next: svc_get_failures {"execution":"${ID}","fingerprint":"0a"} — all of it`)).toBe(
    `Next: npx --no svc failures --context ${ID} --fingerprint 0a — all of it\n`,
  )
  expect(shown('Next: svc_get_failures with the same arguments and cursor "a b"')).toBe(
    "Next: npx --no svc failures --context --suite e2e --cursor 'a b'\n",
  )
  expect(shown('Next: svc_get_failures with the same arguments and a larger max_tokens — all of it')).toBe(
    'Next: npx --no svc failures --context --suite e2e --max-tokens 20000 — all of it\n',
  )
  expect(
    shown(
      'Leased: the agent fixer (`i`) works on it until 1. Write to it with svc_agent_message before you begin.',
    ),
  ).toContain("Write to it with npx --no svc agent send fixer '<text>' --agent <name> before you begin.")
})

test('a line that only looks like a suggestion stays', () => {
  const line = 'Next: svc_read_doc {"doc_id":} — a title'
  expect(shown(line)).toBe(`${line}\n`)
})
