import { expect, test } from 'vitest'
import { artifactText } from './artifact.ts'

test('an artifact is printed with its other files and the command for the next slice', () => {
  const id = '01a21fcd-a890-7685-a0c8-7250a83027bb'
  const answer = {
    id,
    name: 'trace.zip',
    contentType: 'application/zip',
    sizeBytes: 9,
    url: `http://s/api/artifacts/${id}`,
    kind: 'archive' as const,
    file: 'trace.txt',
    files: [
      { name: 'trace.txt', sizeBytes: 5 },
      { name: 'page.txt', sizeBytes: 5 },
    ],
    filesLeft: 0,
    note: null,
    text: 'a\n```',
    offset: 0,
    nextOffset: 5,
    totalCharacters: 9,
    matches: null,
    truncated: true,
  }
  expect(artifactText(answer, { file: 'trace.txt', grep: 'a b' })).toBe(
    [
      'trace.zip, file trace.txt: archive, application/zip, 9 bytes',
      answer.url,
      'other files, for --file: page.txt',
      '````',
      'a',
      '```',
      '````',
      `to read on: npx --no svc artifact ${id} --file trace.txt --grep 'a b' --offset 5`,
      '',
    ].join('\n'),
  )
})
